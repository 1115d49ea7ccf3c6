import type { SlotTest } from '../../table/filterTable.js';

/** One page of the slots that pass, in their order, and how many pass in all. */
export function page(
  slots: Uint32Array,
  passes: SlotTest | undefined,
  { offset, limit }: { offset: number; limit: number },
): { total: number; slots: number[] } {
  if (!passes) return { total: slots.length, slots: Array.from(slots.subarray(offset, offset + limit)) };
  const found: number[] = [];
  let total = 0;
  for (const slot of slots) {
    if (!passes(slot)) continue;
    if (total >= offset && found.length < limit) found.push(slot);
    total += 1;
  }
  return { total, slots: found };
}
