import { slotOf, weightOf } from '../table/termIndex.js';
import { saturation } from './lengthTable.js';
import type { Weighed } from './weighGroup.js';

/** Adds up what the words of a query give to each service; the columns are used again for the next query. */
export function createWordScores() {
  let scores = new Float32Array();
  /** What the group that is being added gives to each slot, and the slots to which it gives something. */
  let best = new Float32Array();
  let touched = new Uint32Array();

  return {
    /** All scores at 0, for slots below the capacity. */
    clear(capacity: number): void {
      if (scores.length === capacity) {
        scores.fill(0);
        return;
      }
      scores = new Float32Array(capacity);
      best = new Float32Array(capacity);
      touched = new Uint32Array(capacity);
    },
    /** Adds to each service what its best alternative gives, times `share`. */
    add(alternatives: readonly Weighed[], share: number, norms: Float32Array): void {
      addGroup(alternatives, share, norms, scores, best, touched);
    },
    scores: (): Float32Array => scores,
  };
}

// A function of its own, since the compiler makes faster code for columns that it knows to stay the same.
function addGroup(
  alternatives: readonly Weighed[],
  share: number,
  norms: Float32Array,
  scores: Float32Array,
  best: Float32Array,
  touched: Uint32Array,
): void {
  let count = 0;
  for (const { term, gain } of alternatives) {
    const { entries } = term;
    for (let i = 0; i < entries.length; i += 1) {
      const entry = entries[i] as number;
      const slot = slotOf(entry);
      const part = gain * saturation(weightOf(entry), norms[slot] as number);
      const before = best[slot] as number;
      if (part <= before) continue;
      if (before === 0) {
        touched[count] = slot;
        count += 1;
      }
      best[slot] = part;
    }
  }
  for (let i = 0; i < count; i += 1) {
    const slot = touched[i] as number;
    scores[slot] = (scores[slot] as number) + share * (best[slot] as number);
    best[slot] = 0;
  }
}
