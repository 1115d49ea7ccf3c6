import type { Service } from '@shirube/contracts';
import { inverseFrequency } from '../../bm25.js';
import type { CandidateRequest, Candidates } from '../../searchEngine.js';
import { filterExpressions, quoted } from './filterExpression.js';
import type { SearchClient } from './searchClient.js';
import { createTermFrequencies, type TermFrequencies } from './termFrequencies.js';

interface CandidatePage {
  results: { service: Service; terms: string[]; weights: number[] }[];
}

/** Long filters are slow in themselves. */
const mostTerms = 16;
const mostConditions = 24;
const attraction = 4;
/** A page is cut in no order of relevance, so it must hold all that the terms are expected to give. */
const mostCandidates = 1_000;

/** Finds candidates with one filter on the terms that services hold. */
export function createCandidateFinder(client: SearchClient, indexUid: string) {
  const termFrequencies = createTermFrequencies(client, indexUid);
  const path = `/indexes/${encodeURIComponent(indexUid)}/documents/fetch`;

  return async (request: CandidateRequest): Promise<Candidates> => {
    const known = await termFrequencies(request.terms.map(({ term }) => term));
    const conditions = chooseConditions(request, known);
    if (conditions.length === 0) return { candidates: [], ...known };
    const { results } = await client.request<CandidatePage>('POST', path, {
      // The outer list must hold throughout, of the inner one any.
      filter: [...filterExpressions(request.filter), conditions],
      limit: mostCandidates,
      fields: ['service', 'terms', 'weights'],
    });
    const asked = new Set(request.terms.map(({ term }) => term));
    const candidates = results.map(({ service, terms, weights }) => {
      const own = new Map<string, number>();
      for (const [i, term] of terms.entries()) if (asked.has(term)) own.set(term, weights[i] ?? 1);
      return { service, weights: own, length: terms.length };
    });
    return { candidates, ...known };
  };
}

/**
 * Terms, then pairs of terms, those first that could add most to a score, as long as all services that fulfil them are
 * about as many as are wanted. A pair lets common words count where they meet.
 */
function chooseConditions(
  { terms, limit }: CandidateRequest,
  { count, frequencies }: TermFrequencies,
): string[] {
  const known = terms
    .flatMap(({ term, weight }) => {
      const frequency = frequencies.get(term);
      return frequency ? [{ term, frequency, gain: weight * inverseFrequency(count, frequency) }] : [];
    })
    .sort((a, b) => b.gain - a.gain)
    .slice(0, mostTerms);
  const single = known.map(({ term, frequency }) => ({ all: [term], expected: frequency }));
  const pairs = known.flatMap((a, i) =>
    known.slice(i + 1).map((b) => ({
      all: [a.term, b.term],
      // Words of one query meet more often than chance would have it.
      expected: Math.min(a.frequency, b.frequency, (attraction * a.frequency * b.frequency) / count),
      gain: a.gain + b.gain,
    })),
  );
  const chosen: { all: string[] }[] = [];
  let expected = 0;
  for (const condition of [...single, ...pairs.sort((a, b) => b.gain - a.gain)]) {
    if (chosen.length === mostConditions) break;
    if (chosen.some(({ all }) => all.every((term) => condition.all.includes(term)))) continue;
    if (expected + condition.expected > limit) continue;
    chosen.push(condition);
    expected += condition.expected;
  }
  // A common word alone: some of its services are better than none.
  if (chosen.length === 0) chosen.push(...single.slice(0, 1));
  return chosen.map(({ all }) => all.map((term) => `terms = ${quoted(term)}`).join(' AND '));
}
