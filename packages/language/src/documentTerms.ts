import { stemWord } from './englishWords.js';
import type { Filler } from './filler.js';
import type { TextWord } from './textWords.js';

/** A term under which a text is indexed. */
export interface DocumentTerm {
  term: string;
  /** How often it stands in the text; pieces of compounds and translations count for less than a whole time. */
  count: number;
}

const PART = 0.7;
const TRANSLATION = 0.6;

/** The terms of a text: English stems, Japanese words with their parts, and English renderings of Japanese words. */
export function documentTerms(words: readonly TextWord[], { drop }: Filler): DocumentTerm[] {
  const counts = new Map<string, number>();
  const add = (term: string, count: number) => {
    counts.set(term, (counts.get(term) ?? 0) + count);
  };
  for (const { word, kind, parts, english } of words) {
    if (drop.has(word)) continue;
    const isEnglish = kind === 'ascii';
    add(isEnglish ? stemWord(word) : word, 1);
    for (const part of parts) if (!drop.has(part)) add(isEnglish ? stemWord(part) : part, PART);
    if (isEnglish) continue;
    for (const one of english) if (!drop.has(one)) add(stemWord(one), TRANSLATION);
  }
  return Array.from(counts, ([term, count]) => ({ term, count }));
}
