import type { LanguageData } from './data/languageData.js';
import { normalize } from './words/normalize.js';

/** A search for `term` also finds `synonyms`, each of them an exact phrase; never the other way round by itself. */
export interface KeywordSynonym {
  term: string;
  synonyms: string[];
}

const MOST_CURATED = 50;
const MOST_EVERYDAY = 5;
const EVERYDAY_WORDS = 2500;

/** Japanese and English names of the same thing, in both directions, at most 50 for a term, a term of 1–3 words. */
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
  for (const { japanese, english } of data.glossary.concepts) {
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

/** The dictionary's everyday words with one plain English word for them, those with the commonest English first. */
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
