import { type CatalogStatistics, type FacetAnswer, toStatistics } from './catalogStatistics.js';
import type { SearchClient } from './searchClient.js';

/** Which index it is, and when it last changed; an index that takes the place of another was made at another time. */
interface IndexState {
  createdAt: string;
  updatedAt: string;
}

interface KeptStatistics {
  statistics: CatalogStatistics;
  of: IndexState;
  readAt: number;
  /** How long they are good enough for an index that goes on changing. */
  goodFor: number;
}

/** How often to ask, while there are intents, whether the index is another one. Costs a fraction of a millisecond. */
const checkEvery = 1_000;
/** Counting may take this share of Meilisearch's time: a small catalog is counted every few seconds, a large one every few minutes. */
const countingShare = 0.001;
const [shortest, longest] = [2_000, 300_000];
/** Nobody waits for it but the first. */
const countingDeadline = 10_000;

/** Keeps the statistics of an index, and reads them anew when it was swapped and from time to time while it changes. */
export function createStatisticsKeeper(client: SearchClient, path: string) {
  let kept: KeptStatistics | undefined;
  let checkedAt = 0;
  let working: Promise<CatalogStatistics> | undefined;

  const state = () => client.request<IndexState>('GET', path);

  async function read(of: IndexState): Promise<CatalogStatistics> {
    const started = performance.now();
    const answer = await client.request<FacetAnswer>(
      'POST',
      `${path}/search`,
      { limit: 0, facets: ['keyTerms', 'cell'] },
      countingDeadline,
    );
    const readAt = performance.now();
    const goodFor = Math.min(longest, Math.max(shortest, (readAt - started) / countingShare));
    kept = { statistics: toStatistics(answer), of, readAt, goodFor };
    return kept.statistics;
  }

  async function check(): Promise<CatalogStatistics> {
    const now = await state();
    checkedAt = performance.now();
    if (kept && kept.of.createdAt === now.createdAt) {
      const isUnchanged = kept.of.updatedAt === now.updatedAt;
      if (isUnchanged || checkedAt - kept.readAt < kept.goodFor) return kept.statistics;
    }
    return read(now);
  }

  /** One check at a time, however many ask. */
  function checkOnce(): Promise<CatalogStatistics> {
    working ??= check().finally(() => {
      working = undefined;
    });
    return working;
  }

  return {
    /** The statistics as they are known; only who asks first waits for them. Rejects with SearchUnavailable. */
    async current(): Promise<CatalogStatistics> {
      if (!kept) return checkOnce();
      // Whoever asks Meilisearch next learns why, if this fails.
      if (performance.now() - checkedAt > checkEvery) checkOnce().catch(() => undefined);
      return kept.statistics;
    },
    /** Has them read anew: more was found than they let expect. */
    doubt(): void {
      if (kept) kept.goodFor = 0;
    },
    /** Resolves when statistics of the index that is there now are known. */
    check: checkOnce,
  };
}
