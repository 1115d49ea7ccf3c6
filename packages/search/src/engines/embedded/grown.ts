type Column = Int8Array | Int32Array | Uint32Array | Uint16Array | Uint8Array | Float32Array | Float64Array;

/** Returns the column if it has that position, otherwise a longer copy filled up with `empty`. */
export function grown<T extends Column>(column: T, place: number, empty = 0): T {
  if (place < column.length) return column;
  const longer = new (column.constructor as new (length: number) => T)(Math.max(1_024, 2 * place));
  longer.fill(empty, column.length);
  longer.set(column);
  return longer;
}
