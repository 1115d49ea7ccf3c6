import type { Glossary } from './glossary.js';
import type { Gloss, Lexicon } from './lexicon.js';

export type Dictionary = ReturnType<typeof joinDictionary>;

const LATER = 0.93;
const NEAR = 0.5;

/**
 * Creates a dictionary of the curated terms, followed by the large dictionary. Curated terms are not mixed with translations that were left out
 * on purpose. Names and everyday expressions keep those of the large dictionary.
 */
export function joinDictionary(glossary: Glossary, lexicon: Lexicon) {
  const own = (key: string) => lexicon.glosses(key).map((gloss) => ({ ...gloss, near: false }));
  return {
    has: (key: string): boolean => glossary.byJapanese.has(key) || lexicon.has(key),
    /** Returns the translations of a Japanese word, most likely first. `near` ones are only related words. */
    glosses(key: string): (Gloss & { near: boolean })[] {
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
