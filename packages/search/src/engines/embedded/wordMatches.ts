import { inverseFrequency, saturation } from '../../bm25.js';
import { inCategory, weightUnit } from '../../document/weights.js';
import type { SlotTest } from './documentTable.js';
import { slotOf, type Term, type TermIndex, weightOf } from './termIndex.js';

/** Terms that match `span` words of the query from word `from` on. The service must hold all of them. */
export interface WordAlternative {
  from: number;
  span: number;
  terms: Term[];
  /** 1 for the word itself, less for a synonym, a longer word or a typo. */
  quality: number;
  /** An additional condition. */
  confirm?: SlotTest;
}

/**
 * The services that hold at least one word: which words (one bit each), and the score, not yet divided by its bound.
 */
export interface WordMatches {
  slots: number[];
  words: Uint16Array;
  scores: Float32Array;
  /** How many words of the query each service says itself, unchanged, in its name or description. */
  exactWords: Uint8Array;
  /** How many services hold each word. */
  frequencies: number[];
  /** The highest possible score. */
  bound: number;
}

/** Finds the services that hold words of a query, which has at most 16. */
export function matchWords(
  index: TermIndex,
  capacity: number,
  count: number,
  wordCount: number,
  alternatives: readonly WordAlternative[],
): WordMatches {
  const words = new Uint16Array(capacity);
  const scores = new Float32Array(capacity);
  const best = new Float32Array(capacity);
  const exactWords = new Uint8Array(capacity);
  const slots: number[] = [];
  const frequencies: number[] = [];
  let bound = 0;

  for (let word = 0; word < wordCount; word += 1) {
    const own = alternatives.filter(({ from, span }) => from <= word && word < from + span);
    const occurrences = own.map(({ terms, confirm }) => {
      const entries = common(terms.map(index.entries));
      return confirm ? entries.filter((entry) => confirm(slotOf(entry))) : entries;
    });
    const idf = inverseFrequency(
      count,
      occurrences.reduce((sum, { length }) => sum + length, 0),
    );
    const bit = 1 << word;
    let frequency = 0;
    for (const [i, entries] of occurrences.entries()) {
      const quality = own[i]?.quality ?? 0;
      const gain = idf * quality;
      for (const entry of entries) {
        const slot = slotOf(entry);
        const weight = weightOf(entry);
        const score = gain * saturation(weight / weightUnit, index.length(slot));
        if (quality === 1 && weight > inCategory) exactWords[slot] = (exactWords[slot] ?? 0) + 1;
        const before = words[slot] ?? 0;
        if ((before & bit) === 0) {
          if (before === 0) slots.push(slot);
          words[slot] = before | bit;
          best[slot] = score;
          scores[slot] = (scores[slot] ?? 0) + score;
          frequency += 1;
        } else if (score > (best[slot] ?? 0)) {
          scores[slot] = (scores[slot] ?? 0) + score - (best[slot] ?? 0);
          best[slot] = score;
        }
      }
    }
    frequencies.push(frequency);
    bound += idf;
  }
  return { slots, words, scores, exactWords, frequencies, bound };
}

/** Returns the entries where all of these terms occur, with the smallest of their weights. */
function common(entriesOfTerms: readonly Uint32Array[]): Uint32Array {
  const [first, ...others] = entriesOfTerms.toSorted((a, b) => a.length - b.length);
  let entries = first ?? new Uint32Array();
  for (const further of others) {
    const shared: number[] = [];
    let i = 0;
    for (const entry of entries) {
      while (i < further.length && slotOf(further[i] ?? 0) < slotOf(entry)) i += 1;
      const other = further[i];
      if (other !== undefined && slotOf(other) === slotOf(entry)) shared.push(Math.min(entry, other));
    }
    entries = Uint32Array.from(shared);
  }
  return entries;
}
