import type { BenchListQuery } from '../catalog/listQueries.js';
import type { LoadRequest } from '../load/loadJob.js';

/** A search engine asked straight, without the product before it. */
export interface EngineAccess {
  origin: string;
  /** The request that lists what GET /api/services would. */
  list(query: BenchListQuery): LoadRequest;
  /** The request for a plain search for these words. */
  search(words: string): LoadRequest;
  close(): void;
}
