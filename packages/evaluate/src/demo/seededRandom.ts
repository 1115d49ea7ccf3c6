export interface SeededRandom {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from 0 (inclusive) to `below` (exclusive). */
  whole(below: number): number;
  pick<T>(values: readonly T[]): T;
  /** Picks a value by Zipf's law, as words are distributed: the first values often, the last rarely. */
  pickSkewed<T>(values: readonly T[]): T;
}

/** Creates a generator that returns the same sequence for the same seed on any machine (mulberry32). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const at = <T>(values: readonly T[], index: number): T => {
    const value = values[index];
    if (value === undefined) throw new Error('there is nothing to pick from');
    return value;
  };
  return {
    next,
    whole: (below) => Math.floor(next() * below),
    pick: (values) => at(values, Math.floor(next() * values.length)),
    pickSkewed: (values) => at(values, Math.floor((values.length + 1) ** next()) - 1),
  };
}
