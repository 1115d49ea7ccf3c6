import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { createDocumentReader } from '../../document/documentWords.js';
import { keywordWeights } from '../../document/weights.js';
import { type IntentFeatures, intentFeatures } from '../../intent/intentFeatures.js';
import { foldKana } from '../../keyword/foldKana.js';

/** What is made of the texts of a service: the words of keyword search, the features of intent search. */
export interface MadeDocument {
  words: readonly string[];
  /** How often each of the words counts. */
  counts: readonly number[];
  features: IntentFeatures;
}

export type MakeDocument = (document: SearchDocument) => MadeDocument;

/** Reads the texts, which takes by far most of the time that indexing does. */
export function createDocumentMaker(language: Language): MakeDocument {
  const readDocument = createDocumentReader(language);
  return (document) => {
    const words = readDocument(document);
    const found = keywordWeights(document, words, foldKana);
    return {
      words: [...found.keys()],
      counts: [...found.values()],
      features: intentFeatures(language, words),
    };
  };
}

/** Characters of a key. */
export const keyLength = 27;

type StoredDocument = [
  words: readonly string[],
  counts: readonly number[],
  terms: readonly string[],
  weights: readonly number[],
  leading: number,
  vector: string,
];

export function packMade({ words, counts, features }: MadeDocument): string {
  const { terms, weights, leading, vector } = features;
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('base64');
  const stored: StoredDocument = [words, counts, terms, weights, leading, bytes];
  return JSON.stringify(stored);
}

export function unpackMade(text: string): MadeDocument {
  const [words, counts, terms, weights, leading, bytes]: StoredDocument = JSON.parse(text);
  return {
    words,
    counts,
    features: { terms, weights, leading, vector: new Int8Array(Buffer.from(bytes, 'base64')) },
  };
}
