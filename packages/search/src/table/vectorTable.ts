const firstCapacity = 1_024;
/** Numbers of a query's vector per 1: large enough to lose nothing, small enough for a sum in 32 bits. */
const queryScale = 8_192;
/** Products are added this many at a time, which lets the processor work on several at once. */
const stride = 8;

/** A query's vector in whole numbers, which are multiplied faster than others. */
export type WholeVector = Int16Array;

export function wholeVector(vector: Float32Array): WholeVector {
  return Int16Array.from(vector, (value) => Math.round(value * queryScale));
}

/** The product of `length` numbers of the query, from `from` on, with those of the table from `start` on. */
function product(query: WholeVector, from: number, table: Int8Array, start: number, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i += stride) {
    const q = from + i;
    const v = start + i;
    sum +=
      Math.imul(query[q] as number, table[v] as number) +
      Math.imul(query[q + 1] as number, table[v + 1] as number) +
      Math.imul(query[q + 2] as number, table[v + 2] as number) +
      Math.imul(query[q + 3] as number, table[v + 3] as number) +
      Math.imul(query[q + 4] as number, table[v + 4] as number) +
      Math.imul(query[q + 5] as number, table[v + 5] as number) +
      Math.imul(query[q + 6] as number, table[v + 6] as number) +
      Math.imul(query[q + 7] as number, table[v + 7] as number);
  }
  return sum;
}

/**
 * Vectors of bytes in slots, and how near they lie to a query. The axes are ordered by how much they tell, so the first
 * few give a good guess at a fraction of the cost. Both numbers of dimensions are multiples of eight.
 */
export function createVectorTable(dimensions: number, guessDimensions: number) {
  const tailDimensions = dimensions - guessDimensions;
  let heads = new Int8Array(firstCapacity * guessDimensions);
  let tails = new Int8Array(firstCapacity * tailDimensions);
  /** What turns a product into a cosine; 0 for a slot without a vector. */
  let scales = new Float32Array(firstCapacity);

  function reserve(slot: number): void {
    if (slot < scales.length) return;
    const capacity = 2 * Math.max(slot, scales.length);
    heads = enlarged(new Int8Array(capacity * guessDimensions), heads);
    tails = enlarged(new Int8Array(capacity * tailDimensions), tails);
    scales = enlarged(new Float32Array(capacity), scales);
  }

  return {
    put(slot: number, vector: Int8Array): void {
      reserve(slot);
      const squares = vector.reduce((sum, value) => sum + value * value, 0);
      scales[slot] = squares === 0 ? 0 : 1 / (queryScale * Math.sqrt(squares));
      heads.set(vector.subarray(0, guessDimensions), slot * guessDimensions);
      tails.set(vector.subarray(guessDimensions), slot * tailDimensions);
    },
    remove(slot: number): void {
      if (slot < scales.length) scales[slot] = 0;
    },
    /** Adds `share` times the guessed cosine with `query` to every score; below 0 counts as 0. */
    addGuesses(query: WholeVector, share: number, scores: Float32Array): void {
      const most = Math.min(scores.length, scales.length);
      for (let slot = 0; slot < most; slot += 1) {
        const scale = scales[slot] as number;
        if (scale === 0) continue;
        const guess = product(query, 0, heads, slot * guessDimensions, guessDimensions);
        if (guess > 0) scores[slot] = (scores[slot] as number) + share * guess * scale;
      }
    },
    /** The cosine of the slot's vector with `query`. */
    cosine(query: WholeVector, slot: number): number {
      const head = product(query, 0, heads, slot * guessDimensions, guessDimensions);
      const tail = product(query, guessDimensions, tails, slot * tailDimensions, tailDimensions);
      return (head + tail) * (scales[slot] ?? 0);
    },
  };
}

function enlarged<Column extends Int8Array | Float32Array>(to: Column, from: Column): Column {
  to.set(from);
  return to;
}
