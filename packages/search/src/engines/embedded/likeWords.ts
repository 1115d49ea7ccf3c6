import { codePointLength } from '@shirube/contracts';
import type { Term, TermIndex } from './termIndex.js';

export interface LikeWord {
  term: Term;
  quality: number;
}

/** Typos forgiven in a word of that many characters, as in Meilisearch. */
export const typosAllowed = (length: number): number => (length < 5 ? 0 : length < 9 ? 1 : 2);

/**
 * The terms that count as the word: itself; longer ones that start with it, when it is the last of a query; and
 * those within one typo from 5 characters on, two from 9. Swapping two neighbours is one typo; a wrong first
 * character counts twice, since people seldom mistype it and the results would surprise.
 */
export function likeWords(index: TermIndex, word: string, isLast: boolean): LikeWord[] {
  const found = new Map<Term, number>();
  const note = (term: Term, quality: number) => {
    if (quality > (found.get(term) ?? 0)) found.set(term, quality);
  };
  const exact = index.find(word);
  if (exact) note(exact, 1);
  if (isLast) {
    for (const [text, term] of index.terms.atPrefix(word)) {
      if (text !== word) note(term, 0.6 + 0.3 * (word.length / text.length));
    }
  }
  const typos = typosAllowed(codePointLength(word));
  if (typos > 0) {
    for (const [text, [term, distance]] of index.terms.fuzzyGet(word, typos)) {
      const counted = text.charAt(0) === word.charAt(0) ? distance : distance + 1;
      if (counted > 0 && counted <= typos) note(term, counted === 1 ? 0.5 : 0.3);
    }
    for (const swapped of swaps(word)) {
      const term = index.find(swapped);
      if (term) note(term, 0.5);
    }
  }
  return Array.from(found, ([term, quality]) => ({ term, quality }));
}

/** The word with each pair of neighbouring characters swapped, its first character left alone. */
function* swaps(word: string): Generator<string> {
  const characters = Array.from(word);
  for (let i = 1; i + 1 < characters.length; i += 1) {
    const [a = '', b = ''] = characters.slice(i, i + 2);
    if (a !== b)
      yield characters
        .with(i, b)
        .with(i + 1, a)
        .join('');
  }
}
