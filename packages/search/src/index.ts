export { countReached, trustLevels, uptimeLevels } from './document/levels.js';
export { createEmbeddedEngine, type EmbeddedEngine } from './engines/embedded/createEmbeddedEngine.js';
export type { CandidateCacheUse } from './engines/meilisearch/candidateCache.js';
export { onlyMeilisearchUrl } from './engines/meilisearch/connection.js';
export { createMeilisearchIndex } from './engines/meilisearch/createMeilisearchIndex.js';
export { createMeilisearchKeys, type MeilisearchKeys } from './engines/meilisearch/createMeilisearchKeys.js';
export {
  createMeilisearchReader,
  type MeilisearchReader,
} from './engines/meilisearch/createMeilisearchReader.js';
export { type MeilisearchStatus, meilisearchStatus } from './engines/meilisearch/meilisearchStatus.js';
export { isEngineAway } from './engines/meilisearch/searchClient.js';
export { DocumentsRefused, SearchUnavailable } from './errors.js';
export { findSimilar } from './intent/findSimilar.js';
export { findIntent, intentSearch } from './intent/intentSearch.js';
export { createMoney, type Money } from './intent/money.js';
export { keywordWords } from './keyword/keywordQuery.js';
export { cursorAfter } from './listCursor.js';
export { createMatcher } from './matchSearches.js';
export { keywordFacets, keywordSearch } from './names/namedServices.js';
export { openSearch, type Search } from './openSearch.js';
export type * from './searchEngine.js';
export { changedId } from './searchEngine.js';
export { searchFilter } from './searchFilter.js';
export { idOf, parseService, providerIn, type ServiceJson, toServiceJson } from './serviceJson.js';
