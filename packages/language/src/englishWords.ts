import { stem as porter } from 'porter2';

export interface EnglishWord {
  /** Lower case, joined across hyphens and apostrophes: `email`, `openweathermap`, `x86`. */
  word: string;
  /** The pieces of a hyphenated, camelCase or digit-bearing word; empty for a plain one. */
  parts: string[];
}

const run = /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}]+)*(?:\+\+|#)?/gu;
const hump = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|\p{L}+/gu;
const stems = new Map<string, string>();

/** The words of a text in a script with spaces, in order; the case of the text must be kept for camelCase to be seen. */
export function englishWords(text: string): EnglishWord[] {
  const found: EnglishWord[] = [];
  for (const [raw] of text.matchAll(run)) {
    // The plural of an acronym (PDFs, NFTs) is no camelCase.
    const bare = raw.replace(/['’]s$|(?<=^\p{Lu}{2,})s$/u, '').replace(/['’]/g, '');
    const word = bare.replaceAll('-', '').toLowerCase();
    if (word === '') continue;
    if (bare === word && !/\d/.test(word)) {
      found.push({ word, parts: [] });
      continue;
    }
    const pieces = (bare.match(hump) ?? []).map((piece) => piece.toLowerCase());
    const parts = pieces.length > 1 ? pieces.filter((piece) => piece.length > 1) : [];
    found.push({ word, parts });
  }
  return found;
}

/** The stem under which an English word is indexed; words with digits or other scripts stay as they are. */
export function stemWord(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem =
    word.length > 2 && word.length < 40 && /^[a-z]+$/.test(word) ? porter(oneSpelling(word)) : word;
  // Bounded, so that a stream of odd words cannot grow it for ever.
  if (stems.size > 200_000) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** British and American spellings as one; it need not be a word, only the same for texts and queries. */
function oneSpelling(word: string): string {
  return word
    .replace(/(?<=[a-z]{3})is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, 'iz')
    .replace(/(?<=[a-z]{3})our(?=(?:s|ed|ing|ful|less|ite|ites|able|al)?$)/, 'or')
    .replace(/(?<=[a-z]{3})tre(?=s?$)/, 'ter')
    .replace(/(?<=[a-z])logue(?=s?$)/, 'log');
}
