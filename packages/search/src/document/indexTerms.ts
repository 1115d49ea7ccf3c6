import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { textWords } from '../keyword/keywordWords.js';

/** How much an occurrence counts, by where it stands. */
const inName = 4;
const inCategory = 3;
const inDescription = 1;

/** Categories whose words are kept: there are few, each with many services. */
const rememberedCategories = 1_000;

export interface IndexTerms {
  /** The words under which keyword search finds the document, with the weight of each there. */
  words: Map<string, number>;
  /** The terms under which intent search finds it, with the weight (1–255) of each there. */
  terms: Map<string, number>;
}

/** Finds words and terms of documents, the words in the form `fold` gives them, as they are when left out. */
export function createTermReader(
  language: Language,
  fold: (word: string) => string = (word) => word,
): (document: SearchDocument) => IndexTerms {
  const categories = new Map<string, IndexTerms>();

  function read(text: string, weight: number): IndexTerms {
    const words = new Map<string, number>();
    for (const word of textWords(language, text)) add(words, fold(word), weight);
    const terms = new Map<string, number>();
    for (const { term, count } of language.documentTerms(text)) add(terms, term, count * weight);
    return { words, terms };
  }

  function readCategory(text: string): IndexTerms {
    const known = categories.get(text);
    if (known) return known;
    if (categories.size >= rememberedCategories) categories.clear();
    const found = read(text, inCategory);
    categories.set(text, found);
    return found;
  }

  return ({ service, categoryText }) => {
    const { words, terms } = read(service.description, inDescription);
    for (const part of [read(service.name, inName), readCategory(categoryText)]) {
      for (const [word, weight] of part.words) add(words, word, weight);
      for (const [term, weight] of part.terms) add(terms, term, weight);
    }
    return { words, terms };
  };
}

function add(weights: Map<string, number>, term: string, weight: number): void {
  weights.set(term, (weights.get(term) ?? 0) + weight);
}
