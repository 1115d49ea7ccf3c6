/** Orders two slots. */
export type CompareSlots = (a: number, b: number) => number;

/** Keeps the `count` slots with the highest scores. Ties are ordered by `compare`. */
export function createTopSlots(count: number, compare: CompareSlots) {
  const slots: number[] = [];
  const scores: number[] = [];

  return {
    /** Best first. */
    slots,
    /** The score of each of the slots. */
    scores,
    /** The minimum score for a slot to be added. */
    least: (): number => (slots.length < count ? 0 : (scores[count - 1] ?? 0)),
    add(slot: number, score: number): void {
      let at = slots.length;
      while (at > 0 && isBefore(slot, score, at - 1)) at -= 1;
      if (at === count) return;
      slots.splice(at, 0, slot);
      scores.splice(at, 0, score);
      if (slots.length > count) {
        slots.pop();
        scores.pop();
      }
    },
  };

  function isBefore(slot: number, score: number, place: number): boolean {
    const other = scores[place] as number;
    return score > other || (score === other && compare(slot, slots[place] as number) < 0);
  }
}
