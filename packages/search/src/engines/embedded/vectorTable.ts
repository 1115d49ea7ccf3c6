import { dimensions, lengthOf, mainAxes, product, scaleOf } from '../../intent/vectors.js';
import type { QueryVectors } from '../../intent/weighQuery.js';
import { grown } from './grown.js';

/** Ensures that rounding never makes a bound smaller than the bounded value. */
const aLittleMore = 1.000_01;
/** The number of slots whose main axes are stored together. */
const blockSize = 256;

/** The products of one query with all vectors on their main axes. */
interface MainProducts {
  query: Float32Array;
  /** By slot. */
  products: Float64Array;
  /** The length of the query on its other axes. */
  rest: number;
}

/** Stores vectors of bytes by slot, and computes how near they are to a query. */
export function createVectorTable() {
  let bytes = new Int8Array();
  /** The main axes in blocks of slots, axis by axis, so that one sweep covers many slots. */
  let mains = new Int8Array();
  /**
   * By slot: the scale that normalises the vector (0: no vector, negative: from an embedder), and its length on the
   * other axes.
   */
  let scales = new Float32Array();
  let rests = new Float32Array();
  let slots = 0;
  let hasEmbedded = false;

  /** Processes eight axes at a time, so that each sum is read and written once for all of them. */
  function multiplyMains(query: Float32Array): MainProducts {
    const products = new Float64Array(Math.ceil(slots / blockSize) * blockSize);
    for (let block = 0; block < products.length; block += blockSize) {
      for (let axis = 0; axis < mainAxes; axis += 8) {
        const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = query.subarray(axis, axis + 8);
        let at = block * mainAxes + axis * blockSize;
        for (let slot = block; slot < block + blockSize; slot += 1) {
          products[slot] =
            (products[slot] as number) +
            ((mains[at] as number) * a +
              (mains[at + blockSize] as number) * b +
              (mains[at + 2 * blockSize] as number) * c +
              (mains[at + 3 * blockSize] as number) * d +
              (mains[at + 4 * blockSize] as number) * e +
              (mains[at + 5 * blockSize] as number) * f +
              (mains[at + 6 * blockSize] as number) * g +
              (mains[at + 7 * blockSize] as number) * h);
          at += 1;
        }
      }
    }
    return { query, products, rest: aLittleMore * lengthOf(query, mainAxes) };
  }

  return {
    /** Sets the vector of the slot, which may be empty. */
    put(slot: number, vector: Int8Array, isEmbedded: boolean): void {
      slots = Math.max(slots, slot + 1);
      hasEmbedded ||= isEmbedded;
      bytes = grown(bytes, (slot + 1) * dimensions - 1);
      scales = grown(scales, slot);
      rests = grown(rests, slot);
      bytes.set(vector, slot * dimensions);
      const place = slot % blockSize;
      mains = grown(mains, (slot - place + blockSize) * mainAxes - 1);
      const from = (slot - place) * mainAxes + place;
      for (let axis = 0; axis < mainAxes; axis += 1) mains[from + axis * blockSize] = vector[axis] ?? 0;
      const scale = scaleOf(vector);
      scales[slot] = isEmbedded ? -scale : scale;
      rests[slot] = scale === 0 ? 0 : lengthOf(vector, mainAxes) * scale;
    },
    remove(slot: number): void {
      scales[slot] = 0;
    },
    /** Returns the vector of a slot, or an empty one if there is none. */
    vectorAt(slot: number): Int8Array {
      return scales[slot] ? bytes.subarray(slot * dimensions, (slot + 1) * dimensions) : new Int8Array();
    },
    /**
     * Returns the product of the query and a slot's vector. A product below `wanted` may be replaced by another value
     * below it: most vectors are so far away on the main axes that the other axes need not be read.
     */
    nearnessTo({ builtIn, embedded }: QueryVectors): (slot: number, wanted: number) => number {
      const ofBuiltIn = multiplyMains(builtIn);
      const ofEmbedded = hasEmbedded ? multiplyMains(embedded) : ofBuiltIn;
      return (slot, wanted) => {
        const signed = scales[slot] as number;
        if (signed === 0) return 0;
        const scale = Math.abs(signed);
        const { query, products, rest } = signed < 0 ? ofEmbedded : ofBuiltIn;
        const main = products[slot] as number;
        // The product on the other axes is at most the product of their lengths.
        const most = main * scale + rest * (rests[slot] as number);
        if (most < wanted) return most;
        return (main + product(bytes, slot * dimensions, query, mainAxes, dimensions)) * scale;
      };
    },
  };
}
