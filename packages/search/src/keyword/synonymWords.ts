import type { Language } from '@shirube/language';

export interface SynonymWords {
  term: string[];
  synonyms: string[][];
}

/**
 * Returns the synonyms of every term, all split by `read`. Terms are synonyms of others, so each is split only once.
 */
export function synonymWords(language: Language, read: (text: string) => string[]): SynonymWords[] {
  const known = new Map<string, string[]>();
  const words = (text: string): string[] => {
    const found = known.get(text) ?? read(text);
    known.set(text, found);
    return found;
  };
  return language.keywordSynonyms().map(({ term, synonyms }) => ({ term: words(term), synonyms: synonyms.map(words) }));
}
