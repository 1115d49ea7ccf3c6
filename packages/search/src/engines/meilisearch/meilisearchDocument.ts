import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { remembered } from '../../document/remembered.js';
import { createTermReader } from '../../document/weights.js';
import { searchText } from '../../keyword/keywordWords.js';

/** A search document as Meilisearch gets it: its texts with the words that Meilisearch would not find by itself. */
export interface MeilisearchDocument extends SearchDocument {
  /** The terms of intent search, and the weight of each in the same place. */
  terms: string[];
  weights: number[];
}

/** Makes the documents for Meilisearch. */
export function createDocumentWriter(language: Language): (document: SearchDocument) => MeilisearchDocument {
  const readTerms = createTermReader(language);
  const categorySearchText = remembered((text) => searchText(language, text));
  return (document) => {
    const terms = readTerms(document);
    return {
      ...document,
      name: searchText(language, document.service.name),
      categoryText: categorySearchText(document.categoryText),
      description: searchText(language, document.service.description),
      terms: [...terms.keys()],
      weights: Array.from(terms.values(), (weight) => Math.min(255, Math.max(1, Math.round(weight)))),
    };
  };
}
