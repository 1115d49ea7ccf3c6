import { englishWords, stemWord } from '../words/englishWords.js';
import { foldKana, foldWidth } from '../words/normalize.js';

/** One concept of the API world: its names in both languages, and English words that are merely near it. */
export interface Concept {
  japanese: string[];
  english: string[];
  related: string[];
}

export interface Glossary {
  concepts: readonly Concept[];
  /** The concept with that Japanese name, written as `japaneseKey` writes it. */
  byJapanese: ReadonlyMap<string, Concept>;
  /** Concepts with that English name, written as `englishKey` writes it; phrases also without their filler. */
  byEnglish: ReadonlyMap<string, Concept[]>;
}

/** The spelling under which a Japanese word is looked up, here and in the dictionary. */
export function japaneseKey(word: string): string {
  return foldKana(foldWidth(word)).replace(/[・\s]/gu, '');
}

/** The stems of an English phrase, joined by spaces. */
export function englishKey(phrase: string): string {
  return englishWords(phrase)
    .map(({ word }) => stemWord(word))
    .join(' ');
}

/** Reads the curated terms. A phrase is also found by its words that are not in `filler` (book me a table: book table). */
export function readGlossary(tsv: string, filler: ReadonlySet<string>): Glossary {
  const concepts: Concept[] = [];
  const byJapanese = new Map<string, Concept>();
  const byEnglish = new Map<string, Concept[]>();
  const forms = (column = '') =>
    column
      .split(';')
      .map((form) => form.trim())
      .filter((form) => form !== '');
  for (const line of tsv.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [japanese, english, related] = line.split('\t');
    const concept = { japanese: forms(japanese), english: forms(english), related: forms(related) };
    concepts.push(concept);
    for (const name of concept.japanese) byJapanese.set(japaneseKey(name), concept);
    for (const name of concept.english) {
      const content = name.split(' ').filter((word) => !filler.has(word));
      const keys = new Set([englishKey(name), ...(content.length > 1 ? [englishKey(content.join(' '))] : [])]);
      for (const key of keys) byEnglish.set(key, [...(byEnglish.get(key) ?? []), concept]);
    }
  }
  return { concepts, byJapanese, byEnglish };
}
