import { dimensions, lengthOf, mainAxes, product, scaleOf } from '../../intent/vectors.js';
import { grown } from './grown.js';

/** So that rounding never makes a bound smaller than what it bounds. */
const aLittleMore = 1.000_01;

/** Vectors of bytes by slot, and how near they lie to a query. */
export function createVectorTable() {
  let bytes = new Int8Array();
  /** By slot: what gives the vector its length (0: there is none), and the length of its last axes. */
  let scales = new Float32Array();
  let rests = new Float32Array();

  return {
    /** Makes this the vector of the slot; it may be empty. */
    put(slot: number, vector: Int8Array): void {
      bytes = grown(bytes, (slot + 1) * dimensions - 1);
      scales = grown(scales, slot);
      rests = grown(rests, slot);
      bytes.set(vector, slot * dimensions);
      const scale = scaleOf(vector);
      scales[slot] = scale;
      rests[slot] = scale === 0 ? 0 : lengthOf(vector, mainAxes) * scale;
    },
    remove(slot: number): void {
      scales[slot] = 0;
    },
    /** The vector of a slot as it was put, empty where there is none. */
    vectorAt(slot: number): Int8Array {
      return scales[slot] ? bytes.subarray(slot * dimensions, (slot + 1) * dimensions) : new Int8Array();
    },
    /**
     * The product of the query and a slot's vector. For one that is less than `wanted` it may be another that is less, too:
     * most vectors lie so far away on the main axes that the others need not be looked at.
     */
    nearnessTo(query: Float32Array): (slot: number, wanted: number) => number {
      const queryRest = aLittleMore * lengthOf(query, mainAxes);
      return (slot, wanted) => {
        const scale = scales[slot] as number;
        if (scale === 0) return 0;
        const from = slot * dimensions;
        const main = product(bytes, from, query, 0, mainAxes);
        // The product of the rests is no larger than that of their lengths.
        const most = main * scale + queryRest * (rests[slot] as number);
        if (most < wanted) return most;
        return (main + product(bytes, from, query, mainAxes, dimensions)) * scale;
      };
    },
  };
}
