import type { SearchDocument } from '@shirube/contracts';
import { type Language, memoize, type TextWord } from '@shirube/language';
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
  /** With their vectors, which are computed once for all services of a category. */
  category: {
    words: readonly TextWord[];
    vector: Float32Array | undefined;
    meaning: Float32Array | undefined;
    subject: Float32Array | undefined;
  };
  /** The words in the labels of its host. */
  host: readonly TextWord[];
  /** The words of its parameters and answers, and of what the documents of its origin say. */
  call: readonly TextWord[];
  description: readonly TextWord[];
  /** The first sentence of the description, and the rest. */
  firstSentence: readonly TextWord[];
  rest: readonly TextWord[];
  /** The texts that say what it does. */
  texts: { name: string; firstSentence: string };
}

/** Caches what is computed for the texts of categories: there are few, each with many services. */
export const memoizeCategory = <Result>(compute: (text: string) => Result): ((text: string) => Result) =>
  memoize(1_000, compute, Number.POSITIVE_INFINITY);

/** Creates a function that reads the words of documents. */
export function createDocumentReader(language: Language): (document: SearchDocument) => DocumentWords {
  const readCategory = memoizeCategory((text) => {
    const words = language.words(text);
    return {
      words,
      vector: language.textVector(words),
      meaning: language.meaning(text),
      subject: language.subject(text),
    };
  });
  return ({ service, description, categoryText, hostText, callText }) => {
    const sentence = firstSentence(description);
    const start = language.words(sentence);
    const name = withoutHosts(service.name);
    const rest = language.words(description.slice(sentence.length));
    return {
      name: language.words(name),
      category: readCategory(categoryText),
      host: language.words(hostText),
      call: language.words(callText),
      // A sentence that is too long may have been truncated inside a word.
      description: sentence.length < longestSentence ? [...start, ...rest] : language.words(description),
      firstSentence: start,
      rest,
      texts: { name, firstSentence: sentence },
    };
  };
}
