import type { Language } from '@shirube/language';
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../embedder/createEmbedder.js';
import { weighQuery } from '../../intent/weighQuery.js';
import type { RankedService, RankRequest } from '../../searchEngine.js';
import type { ServiceJson } from '../../serviceJson.js';
import { createCandidateCache, type FeaturesDocument } from './candidateCache.js';
import { expectedCandidates, mostCells, planCandidates } from './candidatePlan.js';
import { filterExpressions, inOurIndex } from './filterExpression.js';
import { type Candidate, createCandidateRanker } from './rankCandidates.js';
import type { Ask, SearchClient } from './searchClient.js';
import { createStatisticsKeeper } from './statisticsKeeper.js';

/** A count only determines how many candidates to request, so it may be stale. */
const goodFor = 60_000;
const mostFilters = 1_000;

/** Counts how many services pass a filter, and caches the counts for a while. */
function createPassingCounts(path: string) {
  const known = new LRUCache<string, number>({ max: mostFilters, ttl: goodFor });

  return {
    async count(expressions: readonly string[], ask: Ask): Promise<number> {
      const key = expressions.join('\n');
      const before = known.get(key);
      if (before !== undefined) return before;
      const { total } = await ask<{ total: number }>(`${path}/documents/fetch`, {
        filter: expressions,
        limit: 0,
        fields: ['id'],
      });
      known.set(key, total);
      return total;
    },
  };
}

interface Page<Document> {
  results: Document[];
  total: number;
}

/** Far more than a plan expects. Fetches are unordered, so a truncated one is useless. */
const mostCandidates = 5_000;

/** A document as a plan finds it. */
interface Planned {
  id: string;
  revision: number;
  /** 1 for services that come after all others. */
  duplicate?: number;
}

interface FoundCandidate extends Candidate {
  service: ServiceJson;
}

/**
 * Ranks intents: asks Meilisearch for the ids of a few hundred candidates, and scores them with the formula. What the
 * ranking needs to know about them comes from a cache, and what that lacks from one more request.
 */
export function createIntentRanker(
  client: SearchClient,
  path: string,
  language: () => Promise<Language>,
  { embedder, cacheBytes }: { embedder: Embedder | undefined; cacheBytes: number },
) {
  const statistics = createStatisticsKeeper(client, path);
  const passing = createPassingCounts(path);
  const cache = createCandidateCache(cacheBytes);
  const rankCandidates = createCandidateRanker();

  async function plan({ query, filter }: RankRequest, ask: Ask): Promise<Planned[]> {
    const known = await statistics.current();
    const { services, forPlan } = known;
    const expressions = filterExpressions(filter);
    const count = expressions.length === 0 ? services : await passing.count(expressions, ask);
    const fetch = (candidates?: string) =>
      ask<Page<Planned>>(`${path}/documents/fetch`, {
        filter: [inOurIndex, ...expressions, ...(candidates === undefined ? [] : [candidates])],
        limit: mostCandidates,
        fields: ['id', 'revision', 'duplicate'],
      });

    if (count <= expectedCandidates(services)) {
      const { results, total } = await fetch();
      if (results.length === total) return results;
    }
    const cells = query.vector ? (await language()).nearestCells(query.vector, mostCells) : [];
    const weighed = weighQuery(query, forPlan);
    // Only a part of the requested services passes the filter.
    let factor = services / Math.max(1, count);
    for (;;) {
      const candidates = planCandidates(weighed, cells, known, factor);
      if (candidates === undefined) return [];
      const { results, total } = await fetch(candidates);
      if (results.length === total) return results;
      statistics.doubt();
      factor *= (0.5 * results.length) / total;
    }
  }

  /** Returns what is known about the planned services. Leaves out those that were removed meanwhile. */
  async function load(planned: readonly Planned[], ask: Ask): Promise<FoundCandidate[]> {
    const known = planned.map(({ id, revision }) => cache.find(id, revision));
    const missing = planned.filter((_, i) => !known[i]).map(({ id }) => id);
    const { results } =
      missing.length === 0
        ? { results: [] }
        : await ask<Page<FeaturesDocument>>(`${path}/documents/fetch`, {
            ids: missing,
            limit: missing.length,
            fields: ['id', 'revision', 'service', 'features'],
          });
    const fetched = new Map(results.map((document) => [document.id, cache.add(document)]));
    return planned.flatMap(({ id, duplicate }, i) => {
      const found = known[i] ?? fetched.get(id);
      return found ? { id, isLast: duplicate === 1, features: found.features, service: found.service } : [];
    });
  }

  return {
    /** Resolves when intents can be answered. */
    ready: async (): Promise<void> => {
      await statistics.check();
    },
    cacheUse: cache.use,
    async rank(request: RankRequest): Promise<RankedService[]> {
      const ask = client.operation();
      const [planned, embedded] = await Promise.all([plan(request, ask), embedder?.query(request.query.text)]);
      const candidates = await load(planned, ask);
      const query = { ...request.query, embedded };
      const ranked = rankCandidates(query, await statistics.current(), candidates, request.limit);
      return ranked.map(({ candidate, score, matches, isLast }) => ({
        service: candidate.service,
        score,
        matches,
        isLast,
      }));
    },
  };
}
