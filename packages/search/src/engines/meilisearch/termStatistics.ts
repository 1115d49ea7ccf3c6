import type { SearchClient } from './searchClient.js';

export interface TermStatistics {
  /** Services in the index. */
  count: number;
  averageLength: number;
  frequencies: ReadonlyMap<string, number>;
}

interface FacetAnswer {
  estimatedTotalHits: number;
  facetDistribution: { terms?: Record<string, number> };
}

/** Milliseconds after which frequencies are read anew; ranking does not need them to the minute. */
const freshFor = 30_000;

/** How often each term occurs in the index: kept, and read anew in the background once they are old. */
export function createTermStatistics(client: SearchClient, path: string): () => Promise<TermStatistics> {
  let known: TermStatistics | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<TermStatistics> | undefined;

  async function read(): Promise<TermStatistics> {
    const answer = await client.request<FacetAnswer>('POST', `${path}/search`, {
      limit: 0,
      facets: ['terms'],
    });
    const frequencies = new Map(Object.entries(answer.facetDistribution.terms ?? {}));
    const count = answer.estimatedTotalHits;
    let occurrences = 0;
    for (const frequency of frequencies.values()) occurrences += frequency;
    known = { count, averageLength: Math.max(1, occurrences / Math.max(1, count)), frequencies };
    readAt = performance.now();
    return known;
  }

  return async () => {
    if (known && performance.now() - readAt < freshFor) return known;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    if (!known) return reading;
    reading.catch(() => undefined);
    return known;
  };
}
