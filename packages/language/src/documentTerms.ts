import type { Filler } from './data/wordLists.js';
import { stemWord } from './words/englishWords.js';
import type { DocumentTerm, FoundWord, TextWord } from './words/textWord.js';

const PART = 0.7;
const TRANSLATION = 0.6;

/**
 * Returns the terms that one word adds to a text: its stem or itself, its parts, and the English for a foreign word.
 */
export function wordTerms(
  { word, kind, parts }: FoundWord,
  english: readonly string[],
  { drop }: Filler,
): DocumentTerm[] {
  if (drop.has(word)) return [];
  const isEnglish = kind === 'ascii';
  const own = (text: string) => (isEnglish ? stemWord(text) : text);
  const terms = [{ term: own(word), count: 1 }];
  for (const part of parts) if (!drop.has(part)) terms.push({ term: own(part), count: PART });
  const known = isEnglish ? [word, ...parts] : [];
  for (const one of english) {
    if (!drop.has(one) && !known.includes(one)) terms.push({ term: stemWord(one), count: TRANSLATION });
  }
  return terms;
}

/** Returns the terms of a text with these words, without repetitions. */
export function documentTerms(words: readonly TextWord[]): DocumentTerm[] {
  const counts = new Map<string, number>();
  for (const word of words) {
    for (const { term, count } of word.terms) counts.set(term, (counts.get(term) ?? 0) + count);
  }
  return Array.from(counts, ([term, count]) => ({ term, count }));
}
