import { stem as porter } from 'porter2';
import { memoize } from '../memoize.js';
import type { FoundWord } from './textWord.js';

const runs = /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}]+)*(?:\+\+|#)?/gu;
const humps = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|\p{L}+/gu;
// Latin letters only: in other scripts a mark makes a different letter (й, が).
const accented = /[\u00e0-\u024f]/;
const STEMS = 5_000;

/**
 * Returns the words of a text in a script with spaces, in order: in lower case, joined across hyphens and apostrophes
 * (`email`, `openweathermap`, `x86`), with the pieces of words with hyphens, camelCase or digits as parts. The text
 * must keep its case, so that camelCase is recognised.
 */
export function englishWords(text: string): FoundWord[] {
  return englishRuns(text).map(englishWord);
}

/** Returns the words of a text as written. */
export function englishRuns(text: string): string[] {
  return text.match(runs) ?? [];
}

/** Returns the word for this spelling. */
export function englishWord(run: string): FoundWord {
  // The plural of an acronym (PDFs, NFTs) is not camelCase.
  const bare = run.replace(/['’]s$|(?<=^\p{Lu}{2,})s$/u, '').replace(/['’]/g, '');
  const word = bare.replaceAll('-', '').toLowerCase();
  const pieces = bare === word && !/\d/.test(word) ? [] : (bare.match(humps) ?? []);
  const parts = pieces.length > 1 ? pieces.map((piece) => piece.toLowerCase()).filter((piece) => piece.length > 1) : [];
  return { word, surface: word, kind: 'ascii', parts };
}

export function withoutAccents(word: string): string {
  return accented.test(word) ? word.normalize('NFD').replace(/\p{M}/gu, '') : word;
}

/**
 * Returns the stem under which an English word is indexed, without accents. Words with digits or other scripts stay
 * unchanged.
 */
export const stemWord = memoize(STEMS, (word) => {
  const plain = withoutAccents(word);
  return plain.length > 2 && plain.length < 40 && /^[a-z]+$/.test(plain) ? porter(oneSpelling(plain)) : plain;
});

/** Unifies British and American spellings. The result need not be a word, only the same for texts and queries. */
function oneSpelling(word: string): string {
  return word
    .replace(/(?<=[a-z]{3})is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, 'iz')
    .replace(/(?<=[a-z]{3})our(?=(?:s|ed|ing|ful|less|ite|ites|able|al)?$)/, 'or')
    .replace(/(?<=[a-z]{3})tre(?=s?$)/, 'ter')
    .replace(/(?<=[a-z])logue(?=s?$)/, 'log');
}
