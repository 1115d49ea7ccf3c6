/** The dimensions of each of the two vectors of a text: that of its words, and that of its meaning as a whole. */
export const halfDimensions = 128;
/** Both vectors interleaved, so that the most informative axes of either come first. */
export const dimensions = 2 * halfDimensions;
/** The axes are ordered by how informative they are. Those up to here are compared first. */
export const mainAxes = 96;

/** Interleaves both vectors, each times its weight. A missing vector counts as 0. */
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

/** Returns the unit vector of a text's words, or undefined if none of them is known. */
export function wordsHalf(vector: Int8Array): Float32Array | undefined {
  const half = new Float32Array(halfDimensions);
  for (let i = 0; i < halfDimensions; i += 1) half[i] = vector[2 * i] ?? 0;
  const length = Math.sqrt(half.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? undefined : half.map((value) => value / length);
}

/**
 * Multiplies a vector of bytes that starts at `from` with the query, over the axes from `start` to `end`. Eight axes
 * are summed before they are added to the total, here and wherever else this product is computed, so that all results
 * agree to the last digit.
 */
export function product(bytes: Int8Array, from: number, query: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i += 8) {
    const at = from + i;
    sum +=
      (bytes[at] as number) * (query[i] as number) +
      (bytes[at + 1] as number) * (query[i + 1] as number) +
      (bytes[at + 2] as number) * (query[i + 2] as number) +
      (bytes[at + 3] as number) * (query[i + 3] as number) +
      (bytes[at + 4] as number) * (query[i + 4] as number) +
      (bytes[at + 5] as number) * (query[i + 5] as number) +
      (bytes[at + 6] as number) * (query[i + 6] as number) +
      (bytes[at + 7] as number) * (query[i + 7] as number);
  }
  return sum;
}

/** Returns the length of a vector over every `step`th axis from `start` on. */
export function lengthOf(vector: Int8Array | Float32Array, start = 0, step = 1): number {
  let squares = 0;
  for (let i = start; i < dimensions; i += step) squares += (vector[i] as number) * (vector[i] as number);
  return Math.sqrt(squares);
}

/** Returns the factor that gives both vectors in these bytes the length 1, or 0 for a vector of zeros. */
export function scaleOf(vector: Int8Array): number {
  if (vector.length === 0) return 0;
  const parts = [lengthOf(vector, 0, 2), lengthOf(vector, 1, 2)].filter((length) => length > 0);
  return parts.length === 0 ? 0 : Math.fround(Math.sqrt(parts.length) / Math.hypot(...parts));
}

/** Returns the product of a vector with that scale and a query. */
export function nearnessOf(vector: Int8Array, scale: number, query: Float32Array): number {
  // Summed in two parts as in the embedded engine, so that both engines agree to the last digit.
  const main = product(vector, 0, query, 0, mainAxes);
  return (main + product(vector, 0, query, mainAxes, dimensions)) * scale;
}
