import { foldKana } from '../words/normalize.js';

/** Returns the rows of a TSV file without empty lines and comments. */
export const rowsOf = (tsv: string): string[][] =>
  tsv
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

export interface Filler {
  /** Never a token. */
  drop: ReadonlySet<string>;
  /** Dropped if any other word is left. */
  weak: ReadonlySet<string>;
  /** Kept, but says little about what is wanted. */
  generic: ReadonlySet<string>;
}

/** Reads the list of filler words of both languages. */
export function readFiller(tsv: string): Filler {
  const kinds = new Map(rowsOf(tsv).map(([kind, words = '']) => [kind, words.split(' ').map(foldKana)]));
  const of = (...names: string[]) => new Set(names.flatMap((name) => kinds.get(name) ?? []));
  return { drop: of('drop-ja', 'drop-en'), weak: of('weak'), generic: of('generic') };
}

/** The English for words of other languages in Latin letters, written without accents. */
export type ForeignWords = ReadonlyMap<string, readonly string[]>;

/** Reads the list of foreign words that occur in descriptions. */
export const readForeignWords = (tsv: string): ForeignWords =>
  new Map(
    rowsOf(tsv).flatMap(([forms = '', english = '']) => forms.split(' ').map((form) => [form, english.split(' ')])),
  );
