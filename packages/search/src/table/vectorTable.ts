const firstCapacity = 1_024;

/**
 * Vectors of bytes in slots, and how near they lie to a query. The axes are ordered by how much they tell, so the first
 * few give a good guess at a fraction of the cost.
 */
export function createVectorTable(dimensions: number, guessDimensions: number) {
  let heads = new Int8Array(firstCapacity * guessDimensions);
  let tails = new Int8Array(firstCapacity * (dimensions - guessDimensions));
  /** 1 / length; 0 for a slot without a vector. */
  let inverseLengths = new Float32Array(firstCapacity);
  const tailDimensions = dimensions - guessDimensions;

  function reserve(slot: number): void {
    if (slot < inverseLengths.length) return;
    const capacity = 2 * Math.max(slot, inverseLengths.length);
    heads = enlarged(new Int8Array(capacity * guessDimensions), heads);
    tails = enlarged(new Int8Array(capacity * tailDimensions), tails);
    inverseLengths = enlarged(new Float32Array(capacity), inverseLengths);
  }

  return {
    put(slot: number, vector: Int8Array): void {
      reserve(slot);
      const squares = vector.reduce((sum, value) => sum + value * value, 0);
      inverseLengths[slot] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
      if (squares === 0) return;
      heads.set(vector.subarray(0, guessDimensions), slot * guessDimensions);
      tails.set(vector.subarray(guessDimensions), slot * tailDimensions);
    },
    remove(slot: number): void {
      if (slot < inverseLengths.length) inverseLengths[slot] = 0;
    },
    /** Adds `share` times the guessed cosine with `query` to the score of every slot below `capacity`. */
    addGuesses(query: Float32Array, share: number, scores: Float32Array): void {
      const most = Math.min(scores.length, inverseLengths.length);
      for (let slot = 0; slot < most; slot += 1) {
        const inverse = inverseLengths[slot] as number;
        if (inverse === 0) continue;
        let sum = 0;
        const start = slot * guessDimensions;
        for (let i = 0; i < guessDimensions; i += 1)
          sum += (query[i] as number) * (heads[start + i] as number);
        if (sum > 0) scores[slot] = (scores[slot] as number) + share * sum * inverse;
      }
    },
    /** The cosine of the slot's vector with `query`, a vector of length 1. */
    cosine(query: Float32Array, slot: number): number {
      let sum = 0;
      const head = slot * guessDimensions;
      for (let i = 0; i < guessDimensions; i += 1) sum += (query[i] as number) * (heads[head + i] as number);
      const tail = slot * tailDimensions;
      for (let i = 0; i < tailDimensions; i += 1) {
        sum += (query[guessDimensions + i] as number) * (tails[tail + i] as number);
      }
      return sum * (inverseLengths[slot] ?? 0);
    },
  };
}

function enlarged<Column extends Int8Array | Float32Array>(to: Column, from: Column): Column {
  to.set(from);
  return to;
}
