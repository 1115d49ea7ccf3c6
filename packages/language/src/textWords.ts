import { createClauseReader } from './clauseWords.js';
import type { Dictionary } from './dictionary.js';
import { englishWords } from './englishWords.js';
import type { Filler } from './filler.js';
import { remembering } from './remembering.js';
import type { Segmenter } from './segmenter.js';

/** A word of a text in either script, as long as the dictionary allows; texts share it, so it never changes. */
export interface TextWord {
  /** The dictionary form, folded. */
  readonly word: string;
  /** As written, folded. */
  readonly surface: string;
  readonly kind: 'noun' | 'verb' | 'adjective' | 'suffix' | 'other' | 'ascii';
  /** The pieces of a compound, in dictionary form; empty for a simple word. */
  readonly parts: readonly string[];
  /** In English: a Japanese word as it is likeliest rendered, an English one as it is, or its pieces. */
  readonly english: readonly string[];
}

export type WordReader = (text: string) => TextWord[];

// A clause and its words take about a kilobyte.
const CLAUSES = 3_000;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆・]/u;
// No word reaches beyond these.
const clause = /[^、。]+/g;

/**
 * Reads the content words of texts. Clauses read lately are remembered: catalogs repeat their phrases, and the fields
 * of a document are read for more than one purpose.
 */
export function createWordReader(segment: Segmenter, dictionary: Dictionary, filler: Filler): WordReader {
  const readClause = remembering(CLAUSES, createClauseReader(segment, dictionary, filler));
  return (text) => {
    const plain = text.normalize('NFKC');
    if (!unspaced.test(plain)) return englishWords(plain);
    return (plain.match(clause) ?? []).flatMap(readClause);
  };
}
