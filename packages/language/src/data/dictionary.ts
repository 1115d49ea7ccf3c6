import type { Glossary } from './glossary.js';
import type { Gloss, Lexicon } from './lexicon.js';

/** The curated terms in front of the big dictionary. */
export interface Dictionary {
  has(key: string): boolean;
  /** Renderings of a Japanese word, likeliest first; `near` ones are related words rather than translations. */
  glosses(key: string): (Gloss & { near: boolean })[];
}

const LATER = 0.93;
const NEAR = 0.5;

/** A dictionary that asks the glossary first: what was curated is not mixed with what was left out on purpose. */
export function joinDictionary(glossary: Glossary, lexicon: Lexicon): Dictionary {
  return {
    has: (key) => glossary.byJapanese.has(key) || lexicon.has(key),
    glosses: (key) => {
      const concept = glossary.byJapanese.get(key);
      if (!concept) return lexicon.glosses(key).map((gloss) => ({ ...gloss, near: false }));
      return [
        ...concept.english.map((phrase, i) => ({
          words: phrase.split(' '),
          weight: LATER ** i,
          near: false,
        })),
        ...concept.related.map((phrase, i) => ({
          words: phrase.split(' '),
          weight: NEAR * LATER ** i,
          near: true,
        })),
      ];
    },
  };
}
