import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { createDocumentReader } from '../../document/documentWords.js';
import { intentFeatures } from '../../intent/intentFeatures.js';
import { wordsHalf } from '../../intent/vectors.js';
import { searchText } from '../../keyword/keywordWords.js';
import { type ServiceJson, toServiceJson } from '../../serviceJson.js';
import { packFeatures } from './candidateFeatures.js';
import { createCategoryText } from './categorySearchText.js';

/** A document as Meilisearch gets it: its texts with the words that Meilisearch would not find by itself. */
export interface MeilisearchDocument extends Omit<SearchDocument, 'service'> {
  /** As clients get it: so it is passed on as it lies there, a string that nobody needs to look into. */
  service: ServiceJson;
  /** The terms of name, first sentence and category: by them candidates of an intent are found. */
  keyTerms: readonly string[];
  /** The cell of the space of meanings in which it lies; none when no word of it is known. */
  cell: number | null;
  /** All that the ranking of candidates needs. */
  features: string;
}

/** Meilisearch cuts longer values, so that none of them would be found. */
const longestTerm = 100;

/** What is made of the texts of a service, which takes by far most of the time that a document takes. */
export type MadeText = Pick<
  MeilisearchDocument,
  'name' | 'categoryText' | 'description' | 'keyTerms' | 'cell' | 'features'
>;

/** The document of a service whose texts have been read. */
export const withMadeText = (document: SearchDocument, made: MadeText): MeilisearchDocument => ({
  ...document,
  service: toServiceJson(document.service),
  ...made,
});

/** Reads the texts of documents for Meilisearch. */
export function createTextMaker(language: Language): (document: SearchDocument) => MadeText {
  const readDocument = createDocumentReader(language);
  const categoryText = createCategoryText(language);
  return (document) => {
    const words = readDocument(document);
    const features = intentFeatures(language, words);
    const place = wordsHalf(features.vector);
    const [nearest] = place ? language.nearestCells(place, 1) : [];
    return {
      name: searchText(document.name, words.name),
      categoryText: categoryText(document.categoryText),
      description: searchText(document.description, words.description),
      keyTerms: features.terms.slice(0, features.leading).filter(({ length }) => length <= longestTerm),
      cell: nearest?.cell ?? null,
      features: packFeatures(features),
    };
  };
}
