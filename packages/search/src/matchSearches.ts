import type { CatalogEntry, SavedSearch } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { createDocumentReader } from './document/documentWords.js';
import { toDocument } from './document/toDocument.js';
import { keywordWeights } from './document/weights.js';
import { createDocumentTable } from './engines/embedded/documentTable.js';
import { slotsWithEveryWord } from './engines/embedded/searchWords.js';
import { createTermIndex } from './engines/embedded/termIndex.js';
import { DocumentsRefused } from './errors.js';
import { createKeywordReader } from './keyword/keywordQuery.js';
import { searchFilter } from './searchFilter.js';

/** A service that a search finds, with the index of the search. */
export interface SearchMatch {
  search: number;
  serviceId: string;
}

/**
 * Creates a function that finds, among a few services, those that each search matches: they pass its filters and hold
 * every word of its query.
 */
export async function createMatcher() {
  const language = await loadLanguage();
  const readDocument = createDocumentReader(language);
  const readQuery = createKeywordReader(language);

  return (entries: readonly CatalogEntry[], searches: readonly SavedSearch[]): SearchMatch[] => {
    const table = createDocumentTable();
    const words = createTermIndex();
    const readsTexts = searches.some(({ query }) => query !== undefined);
    for (const document of entries.flatMap(documentOf)) {
      const slot = table.put(document);
      if (!readsTexts) continue;
      const found = keywordWeights(document, readDocument(document));
      words.put(slot, words.number([...found.keys()], [...found.values()]));
    }
    return searches.flatMap(({ query, ...parameters }, search) => {
      const filter = searchFilter(parameters);
      const found =
        query === undefined
          ? [...table.slots()].filter(table.test(filter) ?? (() => true))
          : slotsWithEveryWord({ table, words }, readQuery(query), filter);
      return found.map((slot) => ({ search, serviceId: table.id(slot) }));
    });
  };
}

/** A service that cannot be indexed matches no search. */
function documentOf(entry: CatalogEntry) {
  try {
    return toDocument(entry);
  } catch (error) {
    if (error instanceof DocumentsRefused) return [];
    throw error;
  }
}
