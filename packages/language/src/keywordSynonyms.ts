import type { LanguageData } from './data/languageData.js';
import { normalize } from './words/normalize.js';

/** A search for `term` also finds `synonyms`, each as an exact phrase. The reverse does not follow. */
export interface KeywordSynonym {
  term: string;
  synonyms: string[];
}

const MOST_CURATED = 50;
const MOST_EVERYDAY = 5;
const EVERYDAY_WORDS = 2500;

/**
 * Returns Japanese and English names of the same thing, in both directions. At most 50 per term, for terms of 1–3
 * words.
 */
export function keywordSynonyms(data: LanguageData): KeywordSynonym[] {
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string, most: number) => {
    const term = normalize(from);
    const synonym = normalize(to);
    if (term === synonym || term.split(' ').length > 3) return;
    const synonyms = found.get(term) ?? new Set();
    if (synonyms.size < most) synonyms.add(synonym);
    if (synonyms.size > 0) found.set(term, synonyms);
  };
  for (const { japanese, english } of data.glossary.terms) {
    for (const name of japanese) {
      for (const other of [...english, ...japanese]) add(name, other, MOST_CURATED);
    }
    for (const name of english) {
      for (const other of japanese) add(name, other, MOST_CURATED);
    }
  }
  for (const { japanese, english } of everydayWords(data)) {
    add(japanese, english, MOST_EVERYDAY);
    add(english, japanese, MOST_EVERYDAY);
  }
  return Array.from(found, ([term, synonyms]) => ({ term, synonyms: [...synonyms] }));
}

/**
 * Returns the dictionary's everyday words that have one plain English word, those with the most common English first.
 */
function everydayWords({ lexicon, glossary, filler, table }: LanguageData): { japanese: string; english: string }[] {
  const says = (word: string) => !filler.drop.has(word) && !filler.weak.has(word) && !filler.generic.has(word);
  return lexicon
    .everyday()
    .filter(
      ({ japanese, english }) => /^[a-z]+$/.test(english) && table.has(english) && says(english) && says(japanese),
    )
    .filter(({ japanese }) => !glossary.byJapanese.has(japanese) && !/^[\u3041-\u309f]+$/.test(japanese))
    .sort((a, b) => table.weight(a.english) - table.weight(b.english) || (a.japanese < b.japanese ? -1 : 1))
    .slice(0, EVERYDAY_WORDS);
}
