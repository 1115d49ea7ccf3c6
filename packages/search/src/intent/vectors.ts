/** Numbers of a vector. */
export const dimensions = 128;
/** The axes are ordered by how much they tell; those up to here are looked at first. */
export const mainAxes = 48;

/** The product of a vector of bytes that starts at `from` with the query, over the axes from `start` to `end`. */
export function product(bytes: Int8Array, from: number, query: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i += 1) sum += (bytes[from + i] as number) * (query[i] as number);
  return sum;
}

/** The length of a vector on the axes from `start` on. */
export function lengthOf(vector: Int8Array | Float32Array, start = 0): number {
  let squares = 0;
  for (let i = start; i < dimensions; i += 1) squares += (vector[i] as number) * (vector[i] as number);
  return Math.sqrt(squares);
}

/** What turns the product of a vector of bytes and a query of length 1 into their cosine; 0 for a vector of zeros. */
export function scaleOf(vector: Int8Array): number {
  const length = vector.length === 0 ? 0 : lengthOf(vector);
  return length === 0 ? 0 : Math.fround(1 / length);
}

/** The cosine of a vector with that scale and a query of length 1. */
export function cosine(vector: Int8Array, scale: number, query: Float32Array): number {
  // Added up in two parts as the embedded engine does, so that engines agree to the last digit.
  const main = product(vector, 0, query, 0, mainAxes);
  return (main + product(vector, 0, query, mainAxes, dimensions)) * scale;
}
