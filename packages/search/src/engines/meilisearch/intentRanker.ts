import type { Language } from '@shirube/language';
import { LRUCache } from 'lru-cache';
import { weighQuery } from '../../intent/weighQuery.js';
import type { RankedService, RankRequest } from '../../searchEngine.js';
import {
  type Candidate,
  createCandidateCache,
  type FeaturesDocument,
  idIn,
  type KeyedDocument,
  keyFields,
  keyOf,
} from './candidateCache.js';
import { expectedCandidates, mostCells, planCandidates } from './candidatePlan.js';
import { filterExpressions, inOurIndex } from './filterExpression.js';
import { createCandidateRanker } from './rankCandidates.js';
import type { Ask, SearchClient } from './searchClient.js';
import { createStatisticsKeeper } from './statisticsKeeper.js';

/** A count only determines how many candidates to request, so it may be stale. */
const goodFor = 60_000;
const mostFilters = 1_000;

interface Page<Document> {
  results: Document[];
  total: number;
}

/** Far more than a plan expects. Fetches are unordered, so a truncated one is useless. */
const mostCandidates = 5_000;

/**
 * Ranks intents: asks Meilisearch for the keys of a few hundred candidates, and scores them with the formula. What the
 * ranking needs to know about them comes from a cache, and what that lacks from one more request.
 */
export function createIntentRanker(
  client: SearchClient,
  path: string,
  language: () => Promise<Language>,
  { cacheBytes }: { cacheBytes: number },
) {
  const statistics = createStatisticsKeeper(client, path);
  const passing = new LRUCache<string, number>({ max: mostFilters, ttl: goodFor });
  const cache = createCandidateCache(cacheBytes);
  const rankCandidates = createCandidateRanker();

  async function fetchKeys(filter: string[], ask: Ask): Promise<{ keys: string[]; total: number }> {
    const fetch = (fields: string[]) =>
      ask<Page<KeyedDocument>>(`${path}/documents/fetch`, { filter, limit: mostCandidates, fields });
    const page = await fetch(['candidateKey']);
    // Documents of the version before have no key until the index is rebuilt.
    const isKeyed = page.results.every(({ candidateKey }) => candidateKey !== undefined);
    const { results, total } = isKeyed ? page : await fetch(keyFields);
    return { keys: results.map(keyOf), total };
  }

  /** Counts how many services pass a filter. */
  async function countPassing(filter: readonly string[], ask: Ask): Promise<number> {
    const key = filter.join('\n');
    const known = passing.get(key);
    if (known !== undefined) return known;
    const { total } = await ask<Page<unknown>>(`${path}/documents/fetch`, { filter, limit: 0, fields: ['id'] });
    passing.set(key, total);
    return total;
  }

  async function plan({ query, filter }: RankRequest, ask: Ask): Promise<string[]> {
    const counted = await statistics.current();
    const { services, forPlan } = counted;
    const expressions = filterExpressions(filter);
    const count = expressions.length === 0 ? services : await countPassing(expressions, ask);
    const fetch = (candidates?: string) =>
      fetchKeys([inOurIndex, ...expressions, ...(candidates === undefined ? [] : [candidates])], ask);

    if (count <= expectedCandidates(services)) {
      const { keys, total } = await fetch();
      if (keys.length === total) return keys;
    }
    const cells = query.vector ? (await language()).nearestCells(query.vector, mostCells) : [];
    const weighed = weighQuery(query, forPlan);
    // Only a part of the requested services passes the filter.
    let factor = services / Math.max(1, count);
    for (;;) {
      const candidates = planCandidates(weighed, cells, counted, factor);
      if (candidates === undefined) return [];
      const { keys, total } = await fetch(candidates);
      if (keys.length === total) return keys;
      statistics.doubt();
      factor *= (0.5 * keys.length) / total;
    }
  }

  /** Returns the candidates with these keys. Leaves out those that were changed or removed meanwhile. */
  async function load(keys: readonly string[], ask: Ask): Promise<Candidate[]> {
    const known = keys.map(cache.find);
    const missing = keys.filter((_, i) => !known[i]).map(idIn);
    if (missing.length > 0) {
      const { results } = await ask<Page<FeaturesDocument>>(`${path}/documents/fetch`, {
        ids: missing,
        limit: missing.length,
        fields: [...keyFields, 'service', 'features'],
      });
      known.push(...results.map(cache.add));
    }
    return known.filter((candidate) => candidate !== undefined);
  }

  return {
    /** Resolves when intents can be answered. */
    ready: async (): Promise<void> => {
      await statistics.check();
    },
    cacheUse: cache.use,
    async rank(request: RankRequest): Promise<RankedService[]> {
      const ask = client.operation();
      const candidates = await load(await plan(request, ask), ask);
      return rankCandidates(request.query, await statistics.current(), candidates, request.limit);
    },
  };
}
