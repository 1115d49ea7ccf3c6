import { stem as porter } from 'porter2';
import { remembering } from '../data/remembering.js';
import type { FoundWord } from './textWord.js';

const runs = /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}]+)*(?:\+\+|#)?/gu;
const humps = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|\p{L}+/gu;
// Latin letters alone: elsewhere a mark makes another letter (й, が).
const accented = /[\u00e0-\u024f]/;
const STEMS = 5_000;

/**
 * The words of a text in a script with spaces, in order: lower case, joined across hyphens and apostrophes (`email`,
 * `openweathermap`, `x86`), the pieces of hyphenated, camelCase or digit-bearing ones as parts. The case of the text
 * must be kept for camelCase to be seen.
 */
export function englishWords(text: string): FoundWord[] {
  return englishRuns(text).map(englishWord);
}

/** The words of a text as they are written. */
export function englishRuns(text: string): string[] {
  return text.match(runs) ?? [];
}

/** The word that is written so. */
export function englishWord(run: string): FoundWord {
  // The plural of an acronym (PDFs, NFTs) is no camelCase.
  const bare = run.replace(/['’]s$|(?<=^\p{Lu}{2,})s$/u, '').replace(/['’]/g, '');
  const word = bare.replaceAll('-', '').toLowerCase();
  const pieces = bare === word && !/\d/.test(word) ? [] : (bare.match(humps) ?? []);
  const parts = pieces.length > 1 ? pieces.map((piece) => piece.toLowerCase()).filter((piece) => piece.length > 1) : [];
  return { word, surface: word, kind: 'ascii', parts };
}

/** The word without accents. */
export function withoutAccents(word: string): string {
  return accented.test(word) ? word.normalize('NFD').replace(/\p{M}/gu, '') : word;
}

/** The stem under which an English word is indexed, without accents; words with digits or other scripts stay as they are. */
export const stemWord = remembering(STEMS, (word) => {
  const plain = withoutAccents(word);
  return plain.length > 2 && plain.length < 40 && /^[a-z]+$/.test(plain) ? porter(oneSpelling(plain)) : plain;
});

/** British and American spellings as one; it need not be a word, only the same for texts and queries. */
function oneSpelling(word: string): string {
  return word
    .replace(/(?<=[a-z]{3})is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, 'iz')
    .replace(/(?<=[a-z]{3})our(?=(?:s|ed|ing|ful|less|ite|ites|able|al)?$)/, 'or')
    .replace(/(?<=[a-z]{3})tre(?=s?$)/, 'ter')
    .replace(/(?<=[a-z])logue(?=s?$)/, 'log');
}
