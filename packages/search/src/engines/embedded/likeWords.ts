import { codePointLength } from '@shirube/contracts';
import { similarTerms } from './similarTerms.js';
import type { Term, TermIndex } from './termIndex.js';

export interface LikeWord {
  term: Term;
  quality: number;
}

/** The number of typos forgiven in a word of that length, as in Meilisearch. */
const typosAllowed = (length: number): number => (length < 5 ? 0 : length < 9 ? 1 : 2);

/**
 * Returns the terms that count as the word: the word itself, longer terms that start with it if it is the last word of
 * a query, and terms within one typo from 5 characters on, two from 9. A wrong first character counts twice: people
 * seldom mistype it, and the results would be surprising.
 */
export function likeWords(index: TermIndex, word: string, isLast: boolean): LikeWord[] {
  const typos = typosAllowed(codePointLength(word));
  if (typos === 0 && !isLast) {
    const term = index.find(word);
    return term ? [{ term, quality: 1 }] : [];
  }
  const found: LikeWord[] = [];
  for (const { term, distance, isPrefix } of similarTerms(index.sorted(), word, typos, isLast)) {
    if (term.entries.length === 0) continue;
    const completeness = isPrefix ? 0.6 + 0.3 * (word.length / term.text.length) : 1;
    found.push({ term, quality: completeness * 0.5 ** distance });
  }
  return found;
}
