import type { Language } from '@shirube/language';
import { weighQuery } from '../../intent/weighQuery.js';
import type { RankedService, RankRequest } from '../../searchEngine.js';
import { candidateExpression } from './candidateExpression.js';
import { type CandidateClause, mostCells, planCandidates } from './candidatePlan.js';
import { filterExpressions } from './filterExpression.js';
import { createPassingCounts } from './passingCounts.js';
import { type Candidate, rankCandidates } from './rankCandidates.js';
import type { Ask, SearchClient } from './searchClient.js';
import { createStatisticsKeeper } from './statisticsKeeper.js';
import { type StoredService, storedJson } from './storedService.js';

interface Page<Document> {
  results: Document[];
  total: number;
}

/** Services that a plan lets expect in a catalog of 20,000, counted once for each of its clauses; in a larger one more are alike. */
const usualBudget = 700;
const usualCatalog = 20_000;
/** Far more than a plan lets expect. A fetch has no order, so one that is cut short is worth nothing. */
const mostCandidates = 5_000;

const budgetFor = (services: number): number => usualBudget * Math.max(1, services / usualCatalog) ** 0.25;

/**
 * Ranks intents: asks Meilisearch for a few hundred candidates in one request, scores them by the formula, and fetches
 * the best. Keeps statistics of the catalog, and nothing of any service.
 */
export function createIntentRanker(client: SearchClient, path: string, language: () => Promise<Language>) {
  const statistics = createStatisticsKeeper(client, path);
  const passing = createPassingCounts(path);

  async function findCandidates({ query, filter }: RankRequest, ask: Ask): Promise<Candidate[]> {
    const known = await statistics.current();
    const { services, forPlan } = known;
    const expressions = filterExpressions(filter);
    const count = expressions.length === 0 ? services : await passing.count(expressions, ask);
    const fetch = (clauses: readonly CandidateClause[] | undefined) => {
      const candidates = clauses ? candidateExpression(clauses) : undefined;
      return ask<Page<Candidate>>(`${path}/documents/fetch`, {
        filter: candidates === undefined ? expressions : [...expressions, candidates],
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
    // Of those that are asked for, only so many pass the filter.
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
    /** Resolves when an intent can be answered. */
    ready: async (): Promise<void> => {
      await statistics.check();
    },
    /** A service that has gone since it was ranked is left out. */
    async rank(request: RankRequest): Promise<RankedService[]> {
      const ask = client.operation();
      const candidates = await findCandidates(request, ask);
      const ranked = rankCandidates(request.query, await statistics.current(), candidates, request.limit);
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
