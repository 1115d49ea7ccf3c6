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
const mostTerms = 20;
/** A page is cut in no order of relevance, so it must hold all that the terms are expected to give. */
const mostCandidates = 1_000;

/**
 * Finds candidates with one filter: the terms that could add most to a score, as long as the services that hold them
 * are about as many as are wanted.
 */
export function createCandidateFinder(client: SearchClient, indexUid: string) {
  const termFrequencies = createTermFrequencies(client, indexUid);
  const path = `/indexes/${encodeURIComponent(indexUid)}/documents/fetch`;

  return async (request: CandidateRequest): Promise<Candidates> => {
    const known = await termFrequencies(request.terms.map(({ term }) => term));
    const chosen = chooseTerms(request, known);
    if (chosen.length === 0) return { candidates: [], ...known };
    const { results } = await client.request<CandidatePage>('POST', path, {
      filter: [...filterExpressions(request.filter), `terms IN [${chosen.map(quoted).join(', ')}]`],
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

function chooseTerms({ terms, limit }: CandidateRequest, { count, frequencies }: TermFrequencies): string[] {
  const gains = terms.flatMap(({ term, weight }) => {
    const frequency = frequencies.get(term);
    return frequency ? [{ term, frequency, gain: weight * inverseFrequency(count, frequency) }] : [];
  });
  gains.sort((a, b) => b.gain - a.gain);
  const chosen: string[] = [];
  let expected = 0;
  for (const { term, frequency } of gains) {
    if (chosen.length === mostTerms) break;
    if (chosen.length > 0 && expected + frequency > limit) continue;
    chosen.push(term);
    expected += frequency;
  }
  return chosen;
}
