import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { createTermReader } from '../../document/indexTerms.js';
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
  return (document) => {
    const { terms } = readTerms(document);
    return {
      ...document,
      name: searchText(language, document.service.name),
      categoryText: searchText(language, document.categoryText),
      description: searchText(language, document.service.description),
      terms: [...terms.keys()],
      weights: Array.from(terms.values(), (weight) => Math.min(255, Math.max(1, Math.round(weight)))),
    };
  };
}
