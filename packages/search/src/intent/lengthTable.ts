import { grown } from '../table/grown.js';
import { weightIn } from './intentFeatures.js';

const k1 = 1.2;
const b = 0.5;
/** Weights are counted in halves. */
export const weightUnit = 2;
/** The length of a slot without a service. */
const none = -1;

/** The share of 1 that a packed weight has in a service of that norm: more for a large weight, less in a long text. */
export function saturation(packed: number, norm: number): number {
  const weight = weightIn(packed) / weightUnit;
  return weight / (weight + norm);
}

/** The lengths of services: the sums of the weights of their terms. */
export function createLengthTable() {
  let lengths = new Float32Array();
  let norms: Float32Array | undefined;
  let count = 0;
  let total = 0;

  function remove(slot: number): void {
    const length = lengths[slot] ?? none;
    if (length === none) return;
    total -= length;
    count -= 1;
    lengths[slot] = none;
    norms = undefined;
  }

  return {
    /** How many services there are. */
    count: (): number => count,
    put(slot: number, packedWeights: readonly number[]): void {
      remove(slot);
      lengths = grown(lengths, slot, none);
      let length = 0;
      for (const packed of packedWeights) length += weightIn(packed) / weightUnit;
      lengths[slot] = length;
      total += length;
      count += 1;
      norms = undefined;
    },
    remove,
    /** For each slot how much its length, beside that of the others, takes from the weight of a term. */
    norms(): Float32Array {
      const mean = total / count;
      norms ??= lengths.map((length) => k1 * (1 - b + (b * length) / mean));
      return norms;
    },
  };
}
