import { topIndexes } from './topIndexes.js';
import { createVectors } from './vectors.js';

/** A direction by its index in the table, and how near it is to the given vector. */
export interface NearDirection {
  index: number;
  cosine: number;
}

/** Creates the function that finds the directions (consecutive bytes) nearest to a unit vector, nearest first. */
export function createDirections(
  bytes: Int8Array,
  axes: number,
): (vector: Float32Array, wanted: number) => NearDirection[] {
  const count = bytes.length / axes;
  const vectors = createVectors(axes);
  const scales = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    const direction = bytes.subarray(index * axes, (index + 1) * axes);
    vectors.put(index, direction);
    scales[index] = 1 / Math.hypot(...direction);
  }

  return (vector, wanted) => {
    const cosines = vectors.products(vector, count);
    for (let index = 0; index < count; index += 1)
      cosines[index] = (cosines[index] as number) * (scales[index] as number);
    return topIndexes(cosines, wanted).map((index) => ({ index, cosine: cosines[index] as number }));
  };
}
