import { singleFlight } from '@shirube/domain';
import { type CatalogStatistics, countedFacets, type FacetAnswer, toStatistics } from './catalogStatistics.js';
import type { SearchClient } from './searchClient.js';

/** Identifies an index and its last change. An index that replaces another has a different creation time. */
interface IndexState {
  createdAt: string;
  updatedAt: string;
}

/** How often to check, while there are intents, whether the index was replaced. Costs a fraction of a millisecond. */
const checkEvery = 1_000;
/**
 * The share of Meilisearch's time that counting may take: a small catalog is counted every few seconds, a large one
 * every few minutes.
 */
const countingShare = 0.001;
const [shortest, longest] = [2_000, 300_000];
/** Only the first caller waits for it. */
const countingDeadline = 10_000;

/** Caches the statistics of an index. Reads them again after a swap, and from time to time while the index changes. */
export function createStatisticsKeeper(client: SearchClient, path: string) {
  /** `goodFor` is how long they stay valid while the index keeps changing. */
  let cached: { statistics: CatalogStatistics; of: IndexState; readAt: number; goodFor: number } | undefined;
  let checkedAt = 0;

  const state = () => client.request<IndexState>('GET', path);

  async function read(of: IndexState): Promise<CatalogStatistics> {
    const started = performance.now();
    const request = { limit: 0, facets: countedFacets };
    const answer = await client.request<FacetAnswer>('POST', `${path}/search`, request, countingDeadline);
    const readAt = performance.now();
    const goodFor = Math.min(longest, Math.max(shortest, (readAt - started) / countingShare));
    cached = { statistics: toStatistics(answer), of, readAt, goodFor };
    return cached.statistics;
  }

  async function check(): Promise<CatalogStatistics> {
    const now = await state();
    checkedAt = performance.now();
    if (cached && cached.of.createdAt === now.createdAt) {
      const isUnchanged = cached.of.updatedAt === now.updatedAt;
      if (isUnchanged || checkedAt - cached.readAt < cached.goodFor) return cached.statistics;
    }
    return read(now);
  }

  const checkOnce = singleFlight(check);

  return {
    /** The cached statistics. Only the first caller waits for them. Rejects with SearchUnavailable. */
    async current(): Promise<CatalogStatistics> {
      if (!cached) return checkOnce();
      // If this fails, the next request to Meilisearch reports why.
      if (performance.now() - checkedAt > checkEvery) checkOnce().catch(() => undefined);
      return cached.statistics;
    },
    /** Makes the next check read them again, because a search found more than they predicted. */
    doubt(): void {
      if (cached) cached.goodFor = 0;
    },
    /** Resolves when the statistics of the current index are known. */
    check: checkOnce,
  };
}
