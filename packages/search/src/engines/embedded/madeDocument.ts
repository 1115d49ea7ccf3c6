import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { createDocumentReader } from '../../document/documentWords.js';
import { keywordWeights } from '../../document/weights.js';
import { type IntentFeatures, intentFeatures } from '../../intent/intentFeatures.js';

/** Folds katakana to hiragana as Meilisearch does: ツキ and つき are the same word. */
export function foldKana(word: string): string {
  return word.replace(/[\u30a1-\u30f6]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0x60));
}

/** What is derived from the texts of a service: the words for keyword search and the features for intent search. */
export interface MadeDocument {
  words: readonly string[];
  /** The weight of each word. */
  counts: readonly number[];
  features: IntentFeatures;
}

/** The same in the numbers of an index. Words and terms are `number * 256 + weight`. */
export interface AnalysedTexts {
  words: Uint32Array;
  terms: Uint32Array;
  leading: number;
  vector: Int8Array;
  isEmbedded: boolean;
}

/** `embedded` is the vector of the embedder, if it has responded. */
export type MakeDocument = (document: SearchDocument, embedded?: Float32Array) => MadeDocument;

/** Creates a function that processes the texts. This is by far most of the work of indexing. */
export function createDocumentMaker(language: Language): MakeDocument {
  const readDocument = createDocumentReader(language);
  return (document, embedded) => {
    const words = readDocument(document);
    const found = keywordWeights(document, words, foldKana);
    return {
      words: [...found.keys()],
      counts: [...found.values()],
      features: intentFeatures(language, words, embedded),
    };
  };
}
