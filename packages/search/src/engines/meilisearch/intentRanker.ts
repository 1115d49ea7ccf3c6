import type { Language } from '@shirube/language';
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../embedder/createEmbedder.js';
import { weighQuery } from '../../intent/weighQuery.js';
import type { RankedService, RankRequest } from '../../searchEngine.js';
import { candidateExpression } from './candidateExpression.js';
import { type CandidateClause, mostCells, planCandidates } from './candidatePlan.js';
import { filterExpressions, inOurIndex } from './filterExpression.js';
import { type Candidate, rankCandidates } from './rankCandidates.js';
import type { Ask, SearchClient } from './searchClient.js';
import { createStatisticsKeeper } from './statisticsKeeper.js';
import { type StoredService, storedJson } from './storedService.js';

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

/**
 * The number of services that a plan expects in a catalog of 20,000, summed over its clauses. A larger catalog needs
 * more, because more of its services are alike.
 */
const usualBudget = 450;
const usualCatalog = 20_000;
/** Far more than a plan expects. Fetches are unordered, so a truncated one is useless. */
const mostCandidates = 5_000;

const budgetFor = (services: number): number => usualBudget * Math.max(1, services / usualCatalog) ** 0.25;

/**
 * Ranks intents: requests a few hundred candidates from Meilisearch at once, scores them with the formula and fetches
 * the best. Keeps statistics of the catalog, but no data of single services.
 */
export function createIntentRanker(
  client: SearchClient,
  path: string,
  language: () => Promise<Language>,
  embedder: Embedder | undefined,
) {
  const statistics = createStatisticsKeeper(client, path);
  const passing = createPassingCounts(path);

  async function findCandidates({ query, filter }: RankRequest, ask: Ask): Promise<Candidate[]> {
    const known = await statistics.current();
    const { services, forPlan } = known;
    const expressions = filterExpressions(filter);
    const count = expressions.length === 0 ? services : await passing.count(expressions, ask);
    const fetch = (clauses: readonly CandidateClause[] | undefined) => {
      const candidates = clauses ? candidateExpression(clauses, known.hasTasks) : undefined;
      return ask<Page<Candidate>>(`${path}/documents/fetch`, {
        filter: [inOurIndex, ...expressions, ...(candidates === undefined ? [] : [candidates])],
        limit: mostCandidates,
        fields: ['id', 'features', 'duplicate'],
      });
    };

    if (count <= budgetFor(services)) {
      const { results, total } = await fetch(undefined);
      if (results.length === total) return results;
    }
    const cells = query.vector ? (await language()).nearestCells(query.vector, mostCells) : [];
    const weighed = weighQuery(query, forPlan);
    // Only a part of the requested services passes the filter.
    let budget = (budgetFor(services) * services) / Math.max(1, count);
    for (;;) {
      const clauses = planCandidates(weighed, cells, known, budget);
      if (clauses.length === 0) return [];
      const { results, total } = await fetch(clauses);
      if (results.length === total) return results;
      statistics.doubt();
      budget *= (0.5 * results.length) / total;
    }
  }

  return {
    /** Resolves when intents can be answered. */
    ready: async (): Promise<void> => {
      await statistics.check();
    },
    /** Leaves out services that were removed after they were ranked. */
    async rank(request: RankRequest): Promise<RankedService[]> {
      const ask = client.operation();
      const [candidates, embedded] = await Promise.all([
        findCandidates(request, ask),
        embedder?.query(request.query.text),
      ]);
      const query = { ...request.query, embedded };
      const ranked = rankCandidates(query, await statistics.current(), candidates, request.limit);
      if (ranked.length === 0) return [];
      const { results } = await ask<Page<StoredService & { id: string }>>(`${path}/documents/fetch`, {
        ids: ranked.map(({ id }) => id),
        limit: ranked.length,
        fields: ['id', 'service'],
      });
      const services = new Map(results.map((stored) => [stored.id, storedJson(stored)]));
      return ranked.flatMap(({ id, score, matches, isLast }) => {
        const service = services.get(id);
        return service === undefined ? [] : { service, score, matches, isLast };
      });
    },
  };
}
