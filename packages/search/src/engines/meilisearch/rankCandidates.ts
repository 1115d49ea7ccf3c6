import { leastScore, leastShare, lengthNorm, nearnessScore, saturation } from '../../intent/formula.js';
import { weightIn } from '../../intent/intentFeatures.js';
import type { IntentQuery } from '../../intent/intentQuery.js';
import { type TokenMatch, tokenMatches } from '../../intent/tokenMatches.js';
import { cosine } from '../../intent/vectors.js';
import { type WeighedGroup, weighQuery } from '../../intent/weighQuery.js';
import { createUnpacker } from './candidateFeatures.js';
import type { CatalogStatistics } from './catalogStatistics.js';

/** A document as it is fetched for ranking. */
export interface Candidate {
  id: string;
  features: string;
}

export interface RankedCandidate {
  id: string;
  score: number;
  matches: TokenMatch[];
}

/** The best of the candidates, best first, ties by id: by the same formula as where every service is ranked. */
export function rankCandidates(
  query: IntentQuery,
  statistics: CatalogStatistics,
  candidates: readonly Candidate[],
  limit: number,
): RankedCandidate[] {
  const terms = askedTerms(query);
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const unpack = createUnpacker(terms);
  const seen = new Set<number>();
  const unpacked = candidates.map(({ id, features }) => {
    const { vector, length, held } = unpack(features);
    for (const number of held.keys()) seen.add(number);
    const nearness = query.vector ? nearnessScore(cosine(vector, query.vector)) : 0;
    return { id, held, nearness, norm: lengthNorm(length) };
  });
  const isSeen = (term: string): boolean => seen.has(numbers.get(term) ?? -1);
  const { groups } = weighQuery(query, statistics.among(isSeen));
  const wordScore = createWordScore(groups, numbers);

  const found = unpacked
    .map((candidate) => ({
      ...candidate,
      score: wordScore(candidate.held, candidate.norm) + candidate.nearness,
    }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
  const least = leastShare * (found[0]?.score ?? 0);
  return found
    .filter(({ score }) => score >= least)
    .map(({ id, held, norm, score }) => ({
      id,
      score: Math.min(1, score),
      matches: tokenMatches(groups, (term) => held.get(numbers.get(term) ?? -1) ?? 0, norm),
    }));
}

/** Every term that may stand for a word of the query, once. */
function askedTerms({ groups }: IntentQuery): string[] {
  const terms = new Set<string>();
  for (const { alternatives, neighbours } of groups) {
    for (const { term } of alternatives) terms.add(term);
    for (const { term } of neighbours) terms.add(term);
  }
  return [...terms];
}

/** What the words of a service add to its score: of each group the best term that it holds. */
function createWordScore(groups: readonly WeighedGroup[], numbers: ReadonlyMap<string, number>) {
  const gains: { group: number; gain: number }[][] = Array.from(numbers, () => []);
  for (const [group, { terms }] of groups.entries()) {
    for (const { term, gain } of terms) gains[numbers.get(term) ?? -1]?.push({ group, gain });
  }
  const best = new Float64Array(groups.length);

  return (held: ReadonlyMap<number, number>, norm: number): number => {
    best.fill(0);
    for (const [number, packed] of held) {
      const share = saturation(weightIn(packed), norm);
      for (const { group, gain } of gains[number] ?? []) {
        best[group] = Math.max(best[group] as number, gain * share);
      }
    }
    return best.reduce((sum, part) => sum + part, 0);
  };
}
