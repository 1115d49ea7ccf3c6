import type { SearchDocument } from '@shirube/contracts';
import type { Language, TextWord } from '@shirube/language';
import { remembered } from './remembered.js';
import { withoutHosts } from './withoutHosts.js';

const sentence = /^.{12,}?[.!?。！？](?=\s|$|[^\x20-\x7e])/s;
/** The number of characters of a sentence that count. */
const longestSentence = 300;

/** Returns the first sentence of a description. It says most about a service, and the rest explains. */
export function firstSentence(text: string): string {
  return (sentence.exec(text)?.[0] ?? text).slice(0, longestSentence);
}

/** The words of a service by where they occur, read once for everything that is derived from them. */
export interface DocumentWords {
  name: readonly TextWord[];
  category: CategoryWords;
  description: readonly TextWord[];
  /** The first sentence of the description, and the rest. */
  firstSentence: readonly TextWord[];
  rest: readonly TextWord[];
  /** The texts that say what it does. */
  texts: { name: string; firstSentence: string };
}

/** The words of a category with their vectors, which are computed once for all its services. */
export interface CategoryWords {
  words: readonly TextWord[];
  vector: Float32Array | undefined;
  meaning: Float32Array | undefined;
}

/** Creates a function that reads the words of documents. */
export function createDocumentReader(language: Language): (document: SearchDocument) => DocumentWords {
  const readCategory = remembered((text): CategoryWords => {
    const words = language.words(text);
    return { words, vector: language.textVector(words), meaning: language.meaning(text) };
  });
  return ({ service, categoryText }) => {
    const sentence = firstSentence(service.description);
    const start = language.words(sentence);
    const name = withoutHosts(service.name);
    const rest = language.words(service.description.slice(sentence.length));
    return {
      name: language.words(name),
      category: readCategory(categoryText),
      // A sentence that is too long may have been truncated inside a word.
      description: sentence.length < longestSentence ? [...start, ...rest] : language.words(service.description),
      firstSentence: start,
      rest,
      texts: { name, firstSentence: sentence },
    };
  };
}
