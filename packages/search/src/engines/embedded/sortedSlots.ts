import { firstWhere } from './firstWhere.js';

/** Orders two slots. */
export type CompareSlots = (a: number, b: number) => number;

/**
 * Keeps the slots of a table in one order. `initial` must already be sorted. Changes are collected and merged in when
 * the order is next read, so that a burst of writes costs one pass, and a list between writes costs nothing.
 */
export function createSortedSlots(initial: Uint32Array, compare: CompareSlots) {
  let sorted = initial;
  const removed = new Set<number>();
  const added = new Set<number>();

  return {
    put(slot: number, isNew: boolean): void {
      if (!isNew) removed.add(slot);
      added.add(slot);
    },
    remove(slot: number): void {
      removed.add(slot);
      added.delete(slot);
    },
    read(): Uint32Array {
      if (removed.size > 0) sorted = sorted.filter((slot) => !removed.has(slot));
      if (added.size > 0) sorted = merge(sorted, Uint32Array.from(added).sort(compare), compare);
      removed.clear();
      added.clear();
      return sorted;
    },
  };
}
export type SortedSlots = ReturnType<typeof createSortedSlots>;

function merge(sorted: Uint32Array, added: Uint32Array, compare: CompareSlots): Uint32Array<ArrayBuffer> {
  const merged = new Uint32Array(sorted.length + added.length);
  let from = 0;
  for (const [i, slot] of added.entries()) {
    const to = firstWhere(sorted, (other) => compare(other, slot) >= 0, from);
    merged.set(sorted.subarray(from, to), from + i);
    merged[to + i] = slot;
    from = to;
  }
  merged.set(sorted.subarray(from), from + added.length);
  return merged;
}
