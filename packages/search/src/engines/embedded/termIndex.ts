import { firstWhere } from './firstWhere.js';
import { createNumberLists, type NumberList } from './numberLists.js';

/** A term and where it occurs: `slot * 256 + weight`, ascending, so that one number is one occurrence. */
export interface Term {
  readonly text: string;
  readonly number: number;
  readonly entries: NumberList;
}

export const slotOf = (entry: number): number => entry >>> 8;
export const weightOf = (entry: number): number => entry & 255;
/** Returns the number of the term in an entry of a slot. */
export const termOf = slotOf;

const byText = (a: Term, b: Term): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);

/**
 * The inverted index: maps terms to the slots that hold them, with the weight (1–255) of the term there. Additions and
 * removals take effect at once and exactly. Frequencies never count a removed service. Terms are numbered as in the
 * vocabulary, if there is one, and an empty text stands for a number without a term.
 */
export function createTermIndex(vocabulary: readonly string[] = []) {
  const lists = createNumberLists();
  const terms = new Map<string, Term>();
  const byNumber: (Term | undefined)[] = [];
  const freeNumbers: number[] = [];
  /** By slot: `term number * 256 + weight`, in the order in which the terms were put. */
  const slots: NumberList[] = [];
  let sorted: Term[] = [];
  let unsorted: Term[] = [];
  /** Whether terms know their slots. Until the first read they do not: filling the index is then much faster. */
  let isInverted = false;

  function add(text: string, number: number): Term {
    const term: Term = { text, number, entries: lists.create() };
    byNumber[number] = term;
    terms.set(text, term);
    unsorted.push(term);
    return term;
  }

  for (const [number, text] of vocabulary.entries()) {
    if (text !== '') add(text, number);
    else {
      byNumber[number] = undefined;
      freeNumbers.push(number);
    }
  }

  const numberOf = (text: string): number =>
    (terms.get(text) ?? add(text, freeNumbers.pop() ?? byNumber.length)).number;

  const entriesIn = (entry: number): NumberList => (byNumber[termOf(entry)] as Term).entries;

  const isUsed = ({ entries }: Term): boolean => entries.length > 0;

  /** Sorts the entries of all slots by term, in two passes. */
  function invert(): void {
    if (isInverted) return;
    isInverted = true;
    const counts = new Uint32Array(byNumber.length);
    for (const own of slots)
      for (const entry of lists.view(own)) counts[termOf(entry)] = 1 + (counts[termOf(entry)] ?? 0);
    // The end of the entries of each term, and at first, their start.
    let sum = 0;
    const ends = counts.map((count) => {
      sum += count;
      return sum - count;
    });
    const entries = new Uint32Array(sum);
    for (const [slot, own] of slots.entries()) {
      for (const entry of lists.view(own)) {
        const place = ends[termOf(entry)] as number;
        entries[place] = slot * 256 + weightOf(entry);
        ends[termOf(entry)] = place + 1;
      }
    }
    for (const { number, entries: own } of terms.values()) {
      const end = ends[number] as number;
      lists.replace(own, entries.subarray(end - (counts[number] as number), end));
    }
  }

  /** Inserts the entry of a slot in order, or replaces the entry that the slot has. */
  function setEntry(entries: NumberList, entry: number): void {
    const isLast = entries.length === 0 || slotOf(lists.at(entries, entries.length - 1)) < slotOf(entry);
    const place = isLast ? entries.length : firstAtLeast(entries, slotOf(entry) * 256);
    if (!isLast && slotOf(lists.at(entries, place)) === slotOf(entry)) lists.set(entries, place, entry);
    else lists.insert(entries, place, entry);
  }

  const firstAtLeast = (entries: NumberList, wanted: number): number =>
    firstWhere(lists.view(entries), (entry) => entry >= wanted);

  function entriesOf(slot: number): Uint32Array {
    const own = slots[slot];
    return own ? lists.view(own) : new Uint32Array();
  }

  /** Sets the terms of a slot, given as their numbers with weights. Entries that stay the same are not touched. */
  function put(slot: number, entries: Uint32Array): void {
    slots[slot] ??= lists.create();
    const own = slots[slot];
    if (isInverted) {
      for (const entry of entries) setEntry(entriesIn(entry), slot * 256 + weightOf(entry));
      const remaining = new Set(entries.map(termOf));
      for (const entry of lists.view(own)) {
        if (!remaining.has(termOf(entry))) lists.remove(entriesIn(entry), firstAtLeast(entriesIn(entry), slot * 256));
      }
    }
    lists.replace(own, entries);
  }

  return {
    /** Returns the entries of a term. Valid until the index changes. */
    entries: (term: Term): Uint32Array => lists.view(term.entries),
    /** The number of distinct terms in a slot. */
    length: (slot: number): number => slots[slot]?.length ?? 0,
    find(text: string): Term | undefined {
      invert();
      const term = terms.get(text);
      return term && isUsed(term) ? term : undefined;
    },
    /** The entries of a slot: `term number * 256 + weight`, as they were put. Valid until the index changes. */
    entriesOf,
    /** The text of each number. */
    vocabulary: (): string[] => byNumber.map((term) => term?.text ?? ''),
    /** The weights of the terms in a slot. */
    weights(slot: number): Map<string, number> {
      const weights = new Map<string, number>();
      for (const entry of entriesOf(slot)) weights.set((byNumber[termOf(entry)] as Term).text, weightOf(entry));
      return weights;
    },
    /** Every term, sorted by text. Some may have no entries. */
    sorted(): readonly Term[] {
      invert();
      if (unsorted.length > 0) {
        // Two sorted runs: the engine's sort finds them and merges in one pass.
        sorted = sorted.concat(unsorted.sort(byText)).sort(byText);
        unsorted = [];
      }
      return sorted;
    },
    /** Returns texts with weights, without repetitions, as `put` takes them. */
    number: (texts: readonly string[], weights: readonly number[]): Uint32Array =>
      Uint32Array.from(
        texts,
        (text, i) => numberOf(text) * 256 + Math.min(255, Math.max(1, Math.round(weights[i] ?? 1))),
      ),
    put,
    remove: (slot: number): void => put(slot, new Uint32Array()),
    /** Drops the terms that no slot holds. They were kept because most come back with the next version of a service. */
    prune(): void {
      invert();
      for (const term of terms.values()) {
        if (isUsed(term)) continue;
        terms.delete(term.text);
        byNumber[term.number] = undefined;
        freeNumbers.push(term.number);
        lists.drop(term.entries);
      }
      sorted = sorted.filter(isUsed);
      unsorted = unsorted.filter(isUsed);
    },
  };
}
export type TermIndex = ReturnType<typeof createTermIndex>;
