import type { BenchListQuery } from '../catalog/listQueries.js';
import type { LoadRequest } from '../load/loadJob.js';

/** Direct access to a search engine, without the product in front of it. */
export interface EngineAccess {
  origin: string;
  /** The request that lists the same services as GET /api/services. */
  list(query: BenchListQuery): LoadRequest;
  /** The request for a plain search for these words. */
  search(words: string): LoadRequest;
  close(): void;
}
