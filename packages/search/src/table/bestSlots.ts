/** Orders two slots. */
export type CompareSlots = (a: number, b: number) => number;

/** The first `count` of `slots` in an order, without sorting them all when few are wanted. */
export function bestSlots(slots: readonly number[], count: number, compare: CompareSlots): number[] {
  if (count * 8 > slots.length) return slots.toSorted(compare).slice(0, count);
  const best: number[] = [];
  for (const slot of slots) {
    const worst = best[count - 1];
    if (worst !== undefined && compare(slot, worst) > 0) continue;
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(best[middle] ?? 0, slot) < 0) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, slot);
    if (best.length > count) best.pop();
  }
  return best;
}
