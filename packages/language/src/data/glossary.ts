import { englishWords, stemWord } from '../words/englishWords.js';
import { foldKana, foldWidth } from '../words/normalize.js';
import { rowsOf } from './wordLists.js';

/** One concept of the API world: its names in both languages, and English words that are only related. */
export interface Concept {
  japanese: string[];
  english: string[];
  related: string[];
  /** Whether it has every translation that is meant, so that those of the dictionary do not count. */
  isComplete: boolean;
}

export type Glossary = ReturnType<typeof readGlossary>;

/** Returns the spelling under which a Japanese word is looked up, here and in the dictionary. */
export function japaneseKey(word: string): string {
  return foldKana(foldWidth(word)).replace(/[・\s]/gu, '');
}

/** Returns the stems of an English phrase, joined by spaces. */
export function englishKey(phrase: string): string {
  return englishWords(phrase)
    .map(({ word }) => stemWord(word))
    .join(' ');
}

/**
 * Reads the curated terms, the names and the everyday expressions. If a word is in several lists, the terms win. The
 * English of a Japanese everyday expression is only its translation: an English query does not find it.
 */
export function readGlossary(lists: Record<'terms' | 'names' | 'everyday', string>, filler: ReadonlySet<string>) {
  const terms = readConcepts(lists.terms, true);
  const termsAndNames = [...terms, ...readConcepts(lists.names, false)];
  const everyday = readConcepts(lists.everyday, false);
  const byJapanese = new Map<string, Concept>();
  for (const concept of [...termsAndNames, ...everyday]) {
    for (const key of concept.japanese.map(japaneseKey)) if (!byJapanese.has(key)) byJapanese.set(key, concept);
  }
  // Built by the first query, because stemming takes time and reading texts does not need it.
  let byEnglish: Map<string, Concept[]> | undefined;
  return {
    /** The curated terms, without names and everyday expressions. */
    terms,
    /** The concept with that Japanese name, in the form of `japaneseKey`. */
    byJapanese,
    /** Returns the concepts with that English name, in the form of `englishKey`, also without its filler. */
    inEnglish(key: string): readonly Concept[] {
      byEnglish ??= englishNames(
        [...termsAndNames, ...everyday.filter(({ japanese }) => japanese.length === 0)],
        filler,
      );
      return byEnglish.get(key) ?? [];
    },
  };
}

/** A phrase is also found by its words that are not in `filler` (book me a table: book table). */
function englishNames(concepts: readonly Concept[], filler: ReadonlySet<string>): Map<string, Concept[]> {
  const found = new Map<string, Concept[]>();
  for (const concept of concepts) {
    for (const name of concept.english) {
      const words = name.split(' ');
      const content = words.filter((word) => !filler.has(word));
      const hasFiller = content.length > 1 && content.length < words.length;
      for (const key of new Set([name, ...(hasFiller ? [content.join(' ')] : [])].map(englishKey))) {
        const same = found.get(key);
        if (same) same.push(concept);
        else found.set(key, [concept]);
      }
    }
  }
  return found;
}

const readConcepts = (tsv: string, isComplete: boolean): Concept[] =>
  rowsOf(tsv).map(([japanese, english, related]) => ({
    japanese: forms(japanese),
    english: forms(english),
    related: forms(related),
    isComplete,
  }));

const forms = (column = ''): string[] =>
  column
    .split(';')
    .map((form) => form.trim())
    .filter((form) => form !== '');
