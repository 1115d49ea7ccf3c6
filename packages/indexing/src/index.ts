export { type RebuildOptions, type RebuildReport, rebuildIndex } from './rebuildIndex.js';
export { RebuildUnderWay } from './rebuildLock.js';
export { type Indexer, type IndexerOptions, startIndexer } from './startIndexer.js';
export { type VerifyOptions, type VerifyReport, verifyIndex } from './verifyIndex.js';
