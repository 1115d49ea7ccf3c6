import { makeUnit } from './vectors.js';

/** A direction by its index in the table, and how near it is to the given vector. */
export interface Near {
  index: number;
  cosine: number;
}

/**
 * The axes are ordered by how informative they are. These, a multiple of four, preselect the directions that are
 * compared on all axes.
 */
const MAIN_AXES = 48;
/**
 * How many directions are compared on all axes. With this number, none of 13,000 tasks of real descriptions is missed.
 */
const COMPARED = 128;
const STEPS = 512;

/** Returns a threshold that at least `wanted` of the cosines reach, and few more. */
function leastOf(cosines: Float32Array, wanted: number): number {
  const stepOf = (cosine: number) => Math.floor(((cosine + 1) / 2) * (STEPS - 1));
  const counts = new Uint16Array(STEPS);
  for (const cosine of cosines) counts[stepOf(cosine)] = (counts[stepOf(cosine)] as number) + 1;
  let step = STEPS;
  for (let found = 0; found < wanted && step > 0; found += counts[step] as number) step -= 1;
  return (2 * step) / (STEPS - 1) - 1;
}

/** Creates the function that finds the directions (consecutive bytes) nearest to a unit vector, nearest first. */
export function createDirections(
  bytes: Int8Array,
  dimensions: number,
): (vector: Float32Array, wanted: number) => Near[] {
  const count = bytes.length / dimensions;
  const directions = Float32Array.from(bytes);
  // Stored axis by axis, so that one sweep covers the main axes of all directions.
  const mainAxes = new Float32Array(count * MAIN_AXES);
  for (let i = 0; i < count; i += 1) {
    const direction = directions.subarray(i * dimensions, (i + 1) * dimensions);
    makeUnit(direction);
    for (let axis = 0; axis < MAIN_AXES; axis += 1) mainAxes[axis * count + i] = direction[axis] as number;
  }
  const rough = new Float32Array(count);

  /**
   * Computes the products on the main axes, four axes at a time, so that each sum is read and written once for all
   * four.
   */
  function compareRoughly(vector: Float32Array): void {
    rough.fill(0);
    for (let axis = 0; axis < MAIN_AXES; axis += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = vector.subarray(axis, axis + 4);
      const [ofA, ofB, ofC, ofD] = [axis * count, (axis + 1) * count, (axis + 2) * count, (axis + 3) * count];
      for (let i = 0; i < count; i += 1) {
        rough[i] =
          (rough[i] as number) +
          a * (mainAxes[ofA + i] as number) +
          b * (mainAxes[ofB + i] as number) +
          c * (mainAxes[ofC + i] as number) +
          d * (mainAxes[ofD + i] as number);
      }
    }
  }

  function cosine(index: number, vector: Float32Array): number {
    const from = index * dimensions;
    let sum = 0;
    for (let i = 0; i < dimensions; i += 1) sum += (directions[from + i] as number) * (vector[i] as number);
    return sum;
  }

  return (vector, wanted) => {
    compareRoughly(vector);
    const least = leastOf(rough, Math.min(count, Math.max(COMPARED, 2 * wanted)));
    const near: Near[] = [];
    for (let index = 0; index < count; index += 1) {
      if ((rough[index] as number) >= least) near.push({ index, cosine: cosine(index, vector) });
    }
    return near.sort((a, b) => b.cosine - a.cosine || a.index - b.index).slice(0, wanted);
  };
}
