import type { SearchDocument } from '@shirube/contracts';
import type { Language, TextWord } from '@shirube/language';
import { firstSentence, longestSentence } from './firstSentence.js';
import { remembered } from './remembered.js';
import { withoutHosts } from './withoutHosts.js';

/** The words of a service by where they stand, read once for all that is made of them. */
export interface DocumentWords {
  name: readonly TextWord[];
  category: readonly TextWord[];
  description: readonly TextWord[];
  /** The first sentence of the description, and what follows it. */
  firstSentence: readonly TextWord[];
  rest: readonly TextWord[];
  /** The texts that say what it does. */
  texts: { name: string; category: string; firstSentence: string };
}

/** Reads the words of documents. */
export function createDocumentReader(language: Language): (document: SearchDocument) => DocumentWords {
  const readCategory = remembered(language.words);
  return ({ service, categoryText }) => {
    const sentence = firstSentence(service.description);
    const start = language.words(sentence);
    const name = withoutHosts(service.name);
    const rest = language.words(service.description.slice(sentence.length));
    return {
      name: language.words(name),
      category: readCategory(categoryText),
      // A sentence that is too long may have been cut inside a word.
      description: sentence.length < longestSentence ? [...start, ...rest] : language.words(service.description),
      firstSentence: start,
      rest,
      texts: { name, category: categoryText, firstSentence: sentence },
    };
  };
}
