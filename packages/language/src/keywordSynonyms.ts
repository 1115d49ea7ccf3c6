import type { Glossary } from './glossary.js';
import { normalize } from './normalize.js';

/** A search for `term` also finds `synonyms`, each of them an exact phrase; never the other way round by itself. */
export interface KeywordSynonym {
  term: string;
  synonyms: string[];
}

const MOST = 50;

/** Japanese and English names of the same thing, in both directions, at most 50 for a term, a term of 1–3 words. */
export function keywordSynonyms(glossary: Glossary): KeywordSynonym[] {
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    const term = normalize(from);
    const synonym = normalize(to);
    if (term === synonym || term.split(' ').length > 3) return;
    const synonyms = found.get(term) ?? new Set();
    if (synonyms.size < MOST) synonyms.add(synonym);
    found.set(term, synonyms);
  };
  for (const { japanese, english } of glossary.concepts) {
    for (const name of japanese) {
      for (const other of [...english, ...japanese]) add(name, other);
    }
    for (const name of english) {
      for (const other of japanese) add(name, other);
    }
  }
  return [...found].map(([term, synonyms]) => ({ term, synonyms: [...synonyms] }));
}
