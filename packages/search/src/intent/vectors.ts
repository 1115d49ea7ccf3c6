/** The dimensions of each of the first two vectors of a text: that of its words, and that of its meaning as a whole. */
export const halfDimensions = 128;
export const bothDimensions = 2 * halfDimensions;
/** Both vectors, interleaved, and then the way that the text points between tasks and their opposites. */
export const dimensions = bothDimensions + 32;

/** Joins the vectors of a text, the first two times their weights. A missing vector counts as 0. */
export function joinVectors(
  words: Float32Array | undefined,
  meaning: Float32Array | undefined,
  way: Float32Array | undefined,
  [ofWords, ofMeaning]: readonly [number, number] = [1, 1],
): Float32Array {
  const all = new Float32Array(dimensions);
  for (let i = 0; i < halfDimensions; i += 1) {
    all[2 * i] = ofWords * (words?.[i] ?? 0);
    all[2 * i + 1] = ofMeaning * (meaning?.[i] ?? 0);
  }
  all.set(way ?? [], bothDimensions);
  return all;
}

/** Returns how much the way of a query and that in the vector of a service agree: -1 (opposite) to 1. */
export function wayProduct(way: Float32Array, vector: Int8Array): number {
  const scale = scaleOf(vector);
  return way.reduce((sum, value, i) => sum + value * scale * (vector[bothDimensions + i] ?? 0), 0);
}

/** Returns the unit vector of a text's words, or undefined if none of them is known. */
export function wordsHalf(vector: Int8Array): Float32Array | undefined {
  const half = new Float32Array(halfDimensions);
  for (let i = 0; i < halfDimensions; i += 1) half[i] = vector[2 * i] ?? 0;
  const length = Math.sqrt(half.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? undefined : half.map((value) => value / length);
}

/** Returns the length of every second axis from `start` on. */
function lengthOf(vector: Int8Array, start: number): number {
  let squares = 0;
  for (let i = start; i < bothDimensions; i += 2) squares += (vector[i] as number) * (vector[i] as number);
  return Math.sqrt(squares);
}

/** Returns the factor that gives the first two vectors in these bytes the length 1, or 0 if both are zeros. */
export function scaleOf(vector: Int8Array): number {
  if (vector.length === 0) return 0;
  const parts = [lengthOf(vector, 0), lengthOf(vector, 1)].filter((length) => length > 0);
  return parts.length === 0 ? 0 : Math.fround(Math.sqrt(parts.length) / Math.hypot(...parts));
}
