import SearchableMap from 'minisearch/SearchableMap';

/** A term and where it occurs: `slot * 256 + weight`, ascending, so that one small integer is one occurrence. */
export interface Term {
  readonly text: string;
  readonly entries: number[];
}

export const slotOf = (entry: number): number => Math.floor(entry / 256);
export const weightOf = (entry: number): number => entry % 256;

/**
 * The inverted index: terms to the slots that hold them, with the weight (1–255) a term has there. Additions and
 * removals take effect at once and exactly; frequencies never count a service that is gone.
 */
export function createTermIndex() {
  const terms = new SearchableMap<Term>();
  const termsOfSlot: (Term[] | undefined)[] = [];
  let slots = 0;
  let occurrences = 0;

  return {
    terms,
    /** Different terms in a slot. */
    length: (slot: number): number => termsOfSlot[slot]?.length ?? 0,
    averageLength: (): number => (slots === 0 ? 1 : occurrences / slots),
    find: (text: string): Term | undefined => (text === '' ? undefined : terms.get(text)),
    add(slot: number, weights: ReadonlyMap<string, number>): void {
      const own: Term[] = [];
      for (const [text, weight] of weights) {
        const term: Term = terms.fetch(text, () => ({ text, entries: [] }));
        insert(term.entries, slot * 256 + Math.min(255, Math.max(1, Math.round(weight))));
        own.push(term);
      }
      termsOfSlot[slot] = own;
      slots += 1;
      occurrences += own.length;
    },
    remove(slot: number): void {
      const own = termsOfSlot[slot];
      if (!own) return;
      slots -= 1;
      occurrences -= own.length;
      for (const { text, entries } of own) {
        entries.splice(firstAtLeast(entries, slot * 256), 1);
        if (entries.length === 0) terms.delete(text);
      }
      termsOfSlot[slot] = undefined;
    },
  };
}
export type TermIndex = ReturnType<typeof createTermIndex>;

function insert(entries: number[], entry: number): void {
  const last = entries.at(-1);
  if (last === undefined || last < entry) entries.push(entry);
  else entries.splice(firstAtLeast(entries, entry), 0, entry);
}

function firstAtLeast(entries: readonly number[], wanted: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
