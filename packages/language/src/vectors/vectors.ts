import { kernelCode } from './kernelCode.js';

interface Kernel {
  products(count: number, vectors: number, axes: number, query: number, out: number): void;
}

/** The parts of WebAssembly that are used here. The types of Node do not have it. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  Instance: new (module: object, imports: object) => { exports: Kernel };
};

const kernel = new WebAssembly.Module(Buffer.from(kernelCode, 'base64'));
const page = 65_536;
/** The largest value of an axis of the query. */
const mostFactor = 32_767;

/**
 * Creates an empty table of vectors of bytes by slot, with that many axes, a multiple of 16. It is in memory of the
 * kernel, which multiplies them with a query.
 */
export function createVectors(axes: number) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { products } = new WebAssembly.Instance(kernel, { kernel: { memory } }).exports;
  // The query comes first, then the vectors, and after them the products of the current query.
  const vectorsStart = 2 * axes;
  let capacity = 0;

  const productsStart = () => vectorsStart + capacity * axes;

  function grow(slots: number): void {
    if (slots <= capacity) return;
    capacity = Math.max(slots, 2 * capacity);
    const missing = productsStart() + capacity * 4 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / page));
  }

  /** Writes the query as 16-bit numbers. Returns what one of their units stands for. */
  function writeQuery(query: Float32Array): number {
    let largest = 0;
    for (const value of query) largest = Math.max(largest, Math.abs(value));
    const unit = largest / mostFactor;
    const factors = new Int16Array(memory.buffer, 0, axes);
    for (let axis = 0; axis < axes; axis += 1) factors[axis] = unit === 0 ? 0 : Math.round((query[axis] ?? 0) / unit);
    return unit;
  }

  return {
    /** Sets the vector of a slot. Axes that it does not have are 0. */
    put(slot: number, vector: Int8Array): void {
      grow(slot + 1);
      const place = new Int8Array(memory.buffer, vectorsStart + slot * axes, axes);
      place.fill(0);
      place.set(vector);
    },
    /** Returns the vector of a slot, which is valid until the next `put`. */
    at: (slot: number): Int8Array => new Int8Array(memory.buffer, vectorsStart + slot * axes, axes),
    /**
     * Returns the product of the query with the vector of each of that many first slots. The query is rounded to 16 bits
     * per axis, and everything else is exact, so that all products of two vectors are equal.
     */
    products(query: Float32Array, count: number): Float32Array {
      grow(count);
      const unit = writeQuery(query);
      products(count, vectorsStart, axes, 0, productsStart());
      const sums = new Int32Array(memory.buffer, productsStart(), count);
      const scaled = new Float32Array(count);
      for (let i = 0; i < count; i += 1) scaled[i] = (sums[i] as number) * unit;
      return scaled;
    },
  };
}
