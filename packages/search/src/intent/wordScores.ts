import type { SlotScores } from '../table/sharedVectors.js';
import { slotOf, weightOf } from '../table/termIndex.js';
import { saturation } from './lengthTable.js';
import type { Weighed } from './weighGroup.js';

/** Adds up what the words of a query give to each service; the columns are used again for the next query. */
export function createWordScores() {
  let scores: SlotScores = { ofSlots: new Float32Array(), ofRows: new Float32Array() };
  /** What the group that is being added gives to each slot, all 0 between two groups, and where it gives something. */
  let best = new Float32Array();
  let touched = new Uint32Array();

  return {
    /** The scores, all at 0, for so many slots and rows. */
    start(slots: number, rows: number): SlotScores {
      if (scores.ofSlots.length !== slots || scores.ofRows.length !== rows) {
        scores = { ofSlots: new Float32Array(slots), ofRows: new Float32Array(rows) };
        best = new Float32Array(slots);
        touched = new Uint32Array(slots);
      }
      scores.ofSlots.fill(0);
      scores.ofRows.fill(0);
      return scores;
    },
    /** Adds to each service what its best alternative gives, times `share`. */
    add(group: readonly Weighed[], share: number, norms: Float32Array, rowOf: Int32Array): void {
      const count = findBest(group, norms, best, touched);
      addBest(touched.subarray(0, count), share, best, rowOf, scores);
    },
  };
}

// Functions of their own, since the compiler makes faster code for columns that it knows to stay the same.

/** Lays down what the best alternative gives to each slot, and returns how many slots were touched. */
function findBest(
  group: readonly Weighed[],
  norms: Float32Array,
  best: Float32Array,
  touched: Uint32Array,
): number {
  let count = 0;
  for (const { term, gain } of group) {
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
  return count;
}

/** Adds that to the scores, and leaves 0 behind. */
function addBest(
  touched: Uint32Array,
  share: number,
  best: Float32Array,
  rowOf: Int32Array,
  { ofSlots, ofRows }: SlotScores,
): void {
  for (let i = 0; i < touched.length; i += 1) {
    const slot = touched[i] as number;
    const score = (ofSlots[slot] as number) + share * (best[slot] as number);
    ofSlots[slot] = score;
    best[slot] = 0;
    const row = rowOf[slot] as number;
    if (score > (ofRows[row] as number)) ofRows[row] = score;
  }
}
