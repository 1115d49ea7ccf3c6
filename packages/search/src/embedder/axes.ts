import { halfDimensions } from '../intent/vectors.js';

/** Axes on which the examples differ by less than this are not informative. */
const least = 1e-4;

/**
 * Creates a function that projects a vector of any model onto the axes that these examples span, after subtracting
 * their mean, and normalises it to length 1. The projection depends continuously on the examples (Gram–Schmidt), so
 * that processes agree even if their examples differ in the last digits.
 */
export function createAxes(examples: readonly Float32Array[]): (vector: Float32Array) => Float32Array {
  const dimensions = examples[0]?.length ?? 0;
  const mean = new Float32Array(dimensions);
  for (const example of examples) add(mean, example, 1 / examples.length);
  const axes: Float32Array[] = [];
  for (const example of examples.slice(0, halfDimensions)) {
    const axis = Float32Array.from(example);
    add(axis, mean, -1);
    for (const other of axes) add(axis, other, -product(axis, other));
    const length = Math.sqrt(product(axis, axis));
    axes.push(axis.map((value) => (length < least ? 0 : value / length)));
  }
  return (vector) => {
    const centred = Float32Array.from(vector);
    add(centred, mean, -1);
    const found = new Float32Array(halfDimensions);
    for (const [i, axis] of axes.entries()) found[i] = product(centred, axis);
    const length = Math.sqrt(product(found, found));
    return found.map((value) => (length === 0 ? 0 : value / length));
  };
}

function add(to: Float32Array, vector: Float32Array, factor: number): void {
  for (let i = 0; i < to.length; i += 1) to[i] = (to[i] as number) + factor * (vector[i] as number);
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] as number) * (other[i] as number);
  return sum;
}
