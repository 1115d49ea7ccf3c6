const comma = Buffer.from(',');
const arrayStart = Buffer.from('[');
const arrayEnd = Buffer.from(']');
const objectEnd = Buffer.from('}');

/** An array of values that are JSON already. */
export function jsonArray(values: readonly Buffer[]): Buffer {
  const pieces = values.flatMap((value, i) => (i === 0 ? [value] : [comma, value]));
  return Buffer.concat([arrayStart, ...pieces, arrayEnd]);
}

/** An object that is JSON already, and not empty, with one more member. */
export function withMember(object: Buffer, name: string, value: Buffer): Buffer {
  return Buffer.concat([object.subarray(0, -1), Buffer.from(`,"${name}":`), value, objectEnd]);
}
