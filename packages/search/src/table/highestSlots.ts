import type { SlotTest } from './filterTable.js';

const steps = 1_024;

/**
 * Slots that pass and whose scores (0–1) are the highest: at least `count` of them where there are so many, in no
 * order, found in two passes without sorting.
 */
export function highestSlots(scores: Float32Array, passes: SlotTest | undefined, count: number): number[] {
  const step = (slot: number): number => Math.min(steps - 1, Math.floor((scores[slot] as number) * steps));
  const heights = new Uint32Array(steps);
  const passing: number[] = [];
  for (let slot = 0; slot < scores.length; slot += 1) {
    if ((scores[slot] as number) <= 0 || (passes && !passes(slot))) continue;
    passing.push(slot);
    heights[step(slot)] = (heights[step(slot)] as number) + 1;
  }
  if (passing.length <= count) return passing;
  let least = steps;
  for (let higher = 0; higher < count && least > 0; higher += heights[least] as number) least -= 1;
  return passing.filter((slot) => step(slot) >= least);
}
