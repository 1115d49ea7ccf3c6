import type { SlotTest } from './documentTable.js';

/** Returns one page of the slots that pass, in order, from position `start` on, and the total number that pass. */
export function page(
  slots: Uint32Array,
  passes: SlotTest | undefined,
  { start = 0, offset, limit }: { start?: number; offset: number; limit: number },
): { total: number; slots: number[] } {
  const from = start + offset;
  if (!passes) return { total: slots.length, slots: Array.from(slots.subarray(from, from + limit)) };
  const found: number[] = [];
  let total = 0;
  let skip = offset;
  for (const [at, slot] of slots.entries()) {
    if (!passes(slot)) continue;
    total += 1;
    if (at < start || found.length === limit) continue;
    if (skip > 0) skip -= 1;
    else found.push(slot);
  }
  return { total, slots: found };
}
