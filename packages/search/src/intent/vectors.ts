/** Numbers of each of the two vectors of a text: that of its words, and that of its meaning as a whole. */
export const halfDimensions = 128;
/** Numbers of both in turn, so that what tells most of either comes first. */
export const dimensions = 2 * halfDimensions;
/** The axes are ordered by how much they tell; those up to here are looked at first. */
export const mainAxes = 96;

/** Both vectors as one, each times its weight; what is left out counts 0. */
export function interleaved(
  words: Float32Array | undefined,
  meaning: Float32Array | undefined,
  [ofWords, ofMeaning]: readonly [number, number] = [1, 1],
): Float32Array {
  const both = new Float32Array(dimensions);
  for (let i = 0; i < halfDimensions; i += 1) {
    both[2 * i] = ofWords * (words?.[i] ?? 0);
    both[2 * i + 1] = ofMeaning * (meaning?.[i] ?? 0);
  }
  return both;
}

/** The direction of a text's words, of length 1; undefined where none of them is known. */
export function wordsHalf(vector: Int8Array): Float32Array | undefined {
  const half = new Float32Array(halfDimensions);
  for (let i = 0; i < halfDimensions; i += 1) half[i] = vector[2 * i] ?? 0;
  const length = Math.sqrt(half.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? undefined : half.map((value) => value / length);
}

/** The product of a vector of bytes that starts at `from` with the query, over the axes from `start` to `end`. */
export function product(bytes: Int8Array, from: number, query: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i += 1) sum += (bytes[from + i] as number) * (query[i] as number);
  return sum;
}

/** The length of a vector on the axes from `start` on, of which each `step`th counts. */
export function lengthOf(vector: Int8Array | Float32Array, start = 0, step = 1): number {
  let squares = 0;
  for (let i = start; i < dimensions; i += step) squares += (vector[i] as number) * (vector[i] as number);
  return Math.sqrt(squares);
}

/** What gives each of the two vectors that lie in these bytes the length 1; 0 for a vector of zeros. */
export function scaleOf(vector: Int8Array): number {
  if (vector.length === 0) return 0;
  const parts = [lengthOf(vector, 0, 2), lengthOf(vector, 1, 2)].filter((length) => length > 0);
  return parts.length === 0 ? 0 : Math.fround(Math.sqrt(parts.length) / Math.hypot(...parts));
}

/** The product of a vector with that scale and a query. */
export function nearnessOf(vector: Int8Array, scale: number, query: Float32Array): number {
  // Added up in two parts as the embedded engine does, so that engines agree to the last digit.
  const main = product(vector, 0, query, 0, mainAxes);
  return (main + product(vector, 0, query, mainAxes, dimensions)) * scale;
}

/** What the meaning as a whole adds to that product. */
export function meaningPart(vector: Int8Array, query: Float32Array): number {
  let sum = 0;
  for (let i = 1; i < dimensions; i += 2) sum += (vector[i] ?? 0) * (query[i] as number);
  return sum * scaleOf(vector);
}
