/**
 * Returns the indexes of the `wanted` largest values that are at least `least`, largest first. `isBefore` decides which
 * of two equal values comes first, by default the one with the lower index. `accepts` is called only for values that
 * are large enough.
 */
export function topIndexes(
  values: Float32Array | Float64Array,
  wanted: number,
  {
    least = Number.NEGATIVE_INFINITY,
    isBefore = (a: number, b: number): boolean => a < b,
    accepts = (_index: number): boolean => true,
  } = {},
): number[] {
  const found: number[] = [];
  let enough = least;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as number;
    if (!(value >= enough) || !accepts(index)) continue;
    let [low, high] = [0, found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = found[middle] as number;
      const isFirst = value > (values[other] as number) || (value === values[other] && isBefore(index, other));
      if (isFirst) high = middle;
      else low = middle + 1;
    }
    if (low >= wanted) continue;
    found.splice(low, 0, index);
    if (found.length > wanted) found.pop();
    if (found.length === wanted) enough = Math.max(least, values[found.at(-1) as number] as number);
  }
  return found;
}
