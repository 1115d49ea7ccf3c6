export { answerVerifications } from './answerVerifications.js';
export { rebuildIndex } from './rebuildIndex.js';
export { RebuildUnderWay } from './rebuildLock.js';
export { startSavedSearches } from './savedSearches.js';
export { type Indexer, type IndexerOptions, indexingPatience, startIndexer } from './startIndexer.js';
export { verifyIndex } from './verifyIndex.js';
