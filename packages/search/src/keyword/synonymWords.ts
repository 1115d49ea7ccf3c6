import type { Language } from '@shirube/language';

export interface SynonymWords {
  term: string[];
  synonyms: string[][];
}

/** The synonyms of every term, all of them as `read` reads a text. Terms are synonyms of others: each is read once. */
export function synonymWords(language: Language, read: (text: string) => string[]): SynonymWords[] {
  const known = new Map<string, string[]>();
  const words = (text: string): string[] => {
    const found = known.get(text) ?? read(text);
    known.set(text, found);
    return found;
  };
  return language.keywordSynonyms().map(({ term, synonyms }) => ({ term: words(term), synonyms: synonyms.map(words) }));
}
