import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { createDocumentReader } from '../../document/documentWords.js';
import { type IntentFeatures, intentFeatures } from '../../intent/intentFeatures.js';
import { searchText } from '../../keyword/keywordWords.js';

/** The features of intent search, as a document carries them to the readers. */
export interface CarriedFeatures {
  terms: readonly string[];
  /** The packed weight of each term, in the same place. */
  weights: readonly number[];
  /** Base64 of the vector's bytes. */
  vector: string;
}

/** A search document as it is written: its texts with the words that Meilisearch would not find by itself. */
export type WrittenDocument = SearchDocument & CarriedFeatures;

/** A document as Meilisearch gets it. */
export interface MeilisearchDocument extends WrittenDocument {
  /** When it was sent, in milliseconds since 1970: by it readers find what is new. */
  indexedAt: number;
}

/** Makes the documents for Meilisearch. */
export function createDocumentWriter(language: Language): (document: SearchDocument) => MeilisearchDocument {
  const readDocument = createDocumentReader(language);
  return (document) => {
    const words = readDocument(document);
    const { vector, ...features } = intentFeatures(language, words);
    return {
      ...document,
      name: searchText(document.name, words.name),
      categoryText: searchText(document.categoryText, words.category),
      description: searchText(document.description, words.description),
      ...features,
      vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
      indexedAt: Date.now(),
    };
  };
}

/** The features that a document carries. */
export function carriedFeatures({ terms, weights, vector }: CarriedFeatures): IntentFeatures {
  const { buffer, byteOffset, byteLength } = Buffer.from(vector, 'base64');
  return { terms, weights, vector: new Int8Array(buffer, byteOffset, byteLength) };
}
