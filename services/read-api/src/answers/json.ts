/** JSON in pieces, which are put together once, when all of them are there. */
export type JsonPieces = readonly Buffer[];

const comma = Buffer.from(',');
const arrayStart = Buffer.from('[');
const arrayEnd = Buffer.from(']');
const objectEnd = Buffer.from('}');

export const jsonPiece = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** An array of values that are JSON already. */
export function jsonArray(values: readonly JsonPieces[]): JsonPieces {
  const pieces: Buffer[] = [arrayStart];
  for (const value of values) {
    if (pieces.length > 1) pieces.push(comma);
    pieces.push(...value);
  }
  pieces.push(arrayEnd);
  return pieces;
}

/** An object that is JSON already, and not empty, with one more member. */
export function withMember(object: Buffer, name: string, value: JsonPieces): JsonPieces {
  return [object.subarray(0, -1), Buffer.from(`,"${name}":`), ...value, objectEnd];
}
