import type { Glossary } from './glossary.js';
import type { Gloss, Lexicon } from './lexicon.js';

/** The curated terms, followed by the large dictionary. */
export interface Dictionary {
  has(key: string): boolean;
  /**
   * Returns the translations of a Japanese word, most likely first. `near` ones are related words rather than
   * translations.
   */
  glosses(key: string): (Gloss & { near: boolean })[];
}

const LATER = 0.93;
const NEAR = 0.5;

/**
 * Creates a dictionary that asks the glossary first. Curated terms are not mixed with translations that were left out
 * on purpose. Names and everyday expressions keep those of the large dictionary.
 */
export function joinDictionary(glossary: Glossary, lexicon: Lexicon): Dictionary {
  const own = (key: string) => lexicon.glosses(key).map((gloss) => ({ ...gloss, near: false }));
  return {
    has: (key) => glossary.byJapanese.has(key) || lexicon.has(key),
    glosses: (key) => {
      const concept = glossary.byJapanese.get(key);
      if (!concept) return own(key);
      const glosses = (phrases: readonly string[], weight: number, near: boolean) =>
        phrases.map((phrase, i) => ({ words: phrase.split(' '), weight: weight * LATER ** i, near }));
      return [
        ...glosses(concept.english, 1, false),
        ...(concept.isComplete ? [] : own(key)),
        ...glosses(concept.related, NEAR, true),
      ];
    },
  };
}
