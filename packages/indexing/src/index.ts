export { type RebuildOptions, type RebuildReport, rebuildIndex } from './rebuildIndex.js';
export { RebuildUnderWay } from './rebuildLock.js';
export { type Indexer, type IndexerOptions, indexingPatience, startIndexer } from './startIndexer.js';
export { type VerifyOptions, type VerifyReport, verifyIndex } from './verifyIndex.js';
