import { grown } from './grown.js';
import { createNumberLists, type NumberList } from './numberLists.js';

/** A term and where it occurs: `slot * 256 + weight`, ascending, so that one number is one occurrence. */
export interface Term {
  readonly text: string;
  readonly entries: NumberList;
}

export const slotOf = (entry: number): number => entry >>> 8;
export const weightOf = (entry: number): number => entry & 255;

const byText = (a: Term, b: Term): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);

/**
 * The inverted index: maps terms to the slots that hold them, with the weight (1–255) of the term there. Additions and
 * removals take effect at once and exactly. Frequencies never count a removed service.
 */
export function createTermIndex() {
  const lists = createNumberLists();
  const terms = new Map<string, Term>();
  const termsOfSlot: (Term[] | undefined)[] = [];
  let lengths = new Uint16Array();
  let sorted: Term[] = [];
  let unsorted: Term[] = [];
  let emptied = 0;

  function fetch(text: string): Term {
    const known = terms.get(text);
    if (known) return known;
    const term: Term = { text, entries: lists.create() };
    terms.set(text, term);
    unsorted.push(term);
    return term;
  }

  /** Terms without entries are kept until there are many: most come back with the next version of a service. */
  function dropEmptied(): void {
    emptied = 0;
    for (const { text, entries } of terms.values()) if (entries.length === 0) terms.delete(text);
    sorted = [];
    unsorted = [...terms.values()];
  }

  /** Inserts the entry of a slot in order, or replaces the entry that the slot has. */
  function setEntry(entries: NumberList, entry: number): void {
    const isLast = entries.length === 0 || slotOf(lists.at(entries, entries.length - 1)) < slotOf(entry);
    const place = isLast ? entries.length : firstAtLeast(entries, slotOf(entry) * 256);
    if (!isLast && slotOf(lists.at(entries, place)) === slotOf(entry)) lists.set(entries, place, entry);
    else lists.insert(entries, place, entry);
  }

  function firstAtLeast(entries: NumberList, wanted: number): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (lists.at(entries, middle) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function leave(slot: number, isLeft: (text: string) => boolean): void {
    for (const { text, entries } of termsOfSlot[slot] ?? []) {
      if (!isLeft(text)) continue;
      lists.remove(entries, firstAtLeast(entries, slot * 256));
      if (entries.length === 0) emptied += 1;
    }
    if (emptied > 1_000 + terms.size / 4) dropEmptied();
  }

  return {
    /** Returns the entries of a term. Valid until the index changes. */
    entries: (term: Term): Uint32Array => lists.view(term.entries),
    /** The number of distinct terms in a slot. */
    length: (slot: number): number => lengths[slot] ?? 0,
    find(text: string): Term | undefined {
      const term = terms.get(text);
      return term && term.entries.length > 0 ? term : undefined;
    },
    /** The terms of a slot. */
    termsOf: (slot: number): readonly Term[] => termsOfSlot[slot] ?? [],
    /** The weight of a term in a slot, or 0 if it does not occur there. */
    weight(text: string, slot: number): number {
      const entries = terms.get(text)?.entries;
      if (!entries) return 0;
      const place = firstAtLeast(entries, slot * 256);
      const entry = place < entries.length ? lists.at(entries, place) : 0;
      return slotOf(entry) === slot ? weightOf(entry) : 0;
    },
    /** Every term, sorted by text. Some may have no entries. */
    sorted(): readonly Term[] {
      if (unsorted.length > 0) {
        // Two sorted runs: the engine's sort finds them and merges in one pass.
        sorted = sorted.concat(unsorted.sort(byText)).sort(byText);
        unsorted = [];
      }
      return sorted;
    },
    /** Sets the terms of the slot, without repetitions. Entries that stay the same are not touched. */
    put(slot: number, texts: readonly string[], weights: readonly number[]): void {
      if (termsOfSlot[slot]) {
        const kept = new Set(texts);
        leave(slot, (text) => !kept.has(text));
      }
      termsOfSlot[slot] = texts.map((text, i) => {
        const term = fetch(text);
        setEntry(term.entries, slot * 256 + Math.min(255, Math.max(1, Math.round(weights[i] ?? 1))));
        return term;
      });
      lengths = grown(lengths, slot);
      lengths[slot] = texts.length;
    },
    remove(slot: number): void {
      leave(slot, () => true);
      termsOfSlot[slot] = undefined;
    },
  };
}
export type TermIndex = ReturnType<typeof createTermIndex>;
