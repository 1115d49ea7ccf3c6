import { kernelCode } from './kernelCode.js';

interface Kernel {
  products(slots: number, count: number, vectors: number, axes: number, query: number, out: number): void;
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

/** Vectors of bytes by slot, in memory of the kernel, which multiplies them with a query. */
export interface Vectors {
  /** Sets the vector of a slot. Axes that it does not have are 0. */
  put(slot: number, vector: Int8Array): void;
  /** Returns the vector of a slot, which is valid until the next `put`. */
  at(slot: number): Int8Array;
  /**
   * Returns the product of the query with the vector of each of these slots, or of that many first slots. The query is
   * rounded to 16 bits per axis, and everything else is exact, so that all products of two vectors are equal.
   */
  products(query: Float32Array, slots: Uint32Array | number): Float32Array;
}

/** Creates an empty table for vectors with that many axes, a multiple of 16. */
export function createVectors(axes: number): Vectors {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { products } = new WebAssembly.Instance(kernel, { kernel: { memory } }).exports;
  // The query comes first, then the vectors, and behind them the slots and products of the current query.
  const vectorsStart = 2 * axes;
  let capacity = 0;

  const slotsStart = () => vectorsStart + capacity * axes;
  const productsStart = () => slotsStart() + capacity * 4;

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
    put(slot, vector) {
      grow(slot + 1);
      const place = new Int8Array(memory.buffer, vectorsStart + slot * axes, axes);
      place.fill(0);
      place.set(vector);
    },
    at: (slot) => new Int8Array(memory.buffer, vectorsStart + slot * axes, axes),
    products(query, slots) {
      const count = typeof slots === 'number' ? slots : slots.length;
      grow(count);
      const unit = writeQuery(query);
      const wanted = new Uint32Array(memory.buffer, slotsStart(), count);
      if (typeof slots !== 'number') wanted.set(slots);
      else for (let slot = 0; slot < count; slot += 1) wanted[slot] = slot;
      products(slotsStart(), count, vectorsStart, axes, 0, productsStart());
      const sums = new Int32Array(memory.buffer, productsStart(), count);
      const scaled = new Float32Array(count);
      for (let i = 0; i < count; i += 1) scaled[i] = (sums[i] as number) * unit;
      return scaled;
    },
  };
}
