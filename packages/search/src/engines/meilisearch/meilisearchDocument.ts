import type { SearchDocument } from '@shirube/contracts';
import { hasJapanese, type Language, normalize, splitNormalized } from '@shirube/language';
import { createDocumentReader, memoizeCategory } from '../../document/documentWords.js';
import { documentVersion } from '../../document/toDocument.js';
import { intentFeatures, taskIn } from '../../intent/intentFeatures.js';
import { wordsHalf } from '../../intent/vectors.js';
import { searchText } from '../../keyword/keywordWords.js';
import { type ServiceJson, toServiceJson } from '../../serviceJson.js';
import { candidateKey } from './candidateCache.js';
import { packFeatures } from './candidateFeatures.js';
import { offerKeys } from './offerKeys.js';

/**
 * Returns the text under which a category is found. A Japanese label (天気) is left out if it is a synonym of the English
 * one, which finds the category anyway. Otherwise every service of the category would hold the word itself and rank
 * above the service that says it.
 */
function createCategoryText(language: Language): (categoryText: string) => string {
  const synonyms = new Map(language.keywordSynonyms().map(({ term, synonyms: found }) => [term, found]));
  return memoizeCategory((categoryText) => {
    const runs = splitNormalized(categoryText);
    const english = ` ${runs.filter((run) => !hasJapanese(run)).join(' ')} `;
    const isSynonym = (run: string) =>
      hasJapanese(run) && (synonyms.get(run) ?? []).some((synonym) => english.includes(` ${synonym} `));
    const text = runs.filter((run) => !isSynonym(run)).join(' ');
    return searchText(text, language.words(text));
  });
}

/** A document for Meilisearch: its texts include the words that Meilisearch would not find by itself. */
export interface MeilisearchDocument extends Omit<SearchDocument, 'service' | 'offers'> {
  /** The JSON that clients get, stored as a string so that it can be passed on without parsing. */
  service: ServiceJson;
  /** Of a service that is paid in several ways: what filters find the ways by. */
  offers?: readonly string[];
  /** The terms of name, first sentence and category, by which the candidates of an intent are found. */
  keyTerms: readonly string[];
  /** The tasks of the service, by which candidates are found that use other words. */
  tasks: readonly string[];
  /** The cell of the space of meanings that contains it, or null if none of its words is known. */
  cell: number | null;
  /** Everything that the ranking of candidates needs. */
  features: string;
  /** What a reader knows this state of the document by. */
  candidateKey: string;
}

/** Meilisearch truncates longer values, so they would not be found. */
const longestTerm = 100;

/** What is derived from the texts of a service. This takes by far most of the time that a document takes. */
export type TextFields = Pick<
  MeilisearchDocument,
  'name' | 'categoryText' | 'hostText' | 'callText' | 'description' | 'keyTerms' | 'tasks' | 'cell' | 'features'
>;

/** Returns the part of a document that does not depend on the texts of the service. */
export const withoutTexts = ({
  offers,
  name: _name,
  categoryText: _categoryText,
  hostText: _hostText,
  callText: _callText,
  description: _description,
  ...document
}: SearchDocument): Omit<MeilisearchDocument, keyof TextFields> => ({
  ...document,
  candidateKey: candidateKey(document, String(documentVersion)),
  ...(offers ? { offers: offerKeys(offers) } : {}),
  service: toServiceJson(document.service),
});

/** Creates a function that processes the texts of documents for Meilisearch. */
export function createTextMaker(language: Language): (document: SearchDocument) => TextFields {
  const readDocument = createDocumentReader(language);
  const categoryText = createCategoryText(language);
  return (document) => {
    const words = readDocument(document);
    const features = intentFeatures(language, words);
    const leading = features.terms.slice(0, features.leading);
    const place = wordsHalf(features.vector);
    const [cell] = place ? language.nearestCells(place, 1) : [];
    return {
      name: searchText(document.name, words.name),
      categoryText: categoryText(document.categoryText),
      hostText: searchText(document.hostText, words.host),
      callText: searchText(document.callText, words.call),
      description: searchText(normalize(document.description), words.description),
      keyTerms: leading.filter((term) => term.length <= longestTerm && taskIn(term) === undefined),
      tasks: leading.flatMap((term) => taskIn(term) ?? []),
      cell: cell ?? null,
      features: packFeatures(features),
    };
  };
}
