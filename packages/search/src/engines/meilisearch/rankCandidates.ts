import { consideredFor, leastScore, lengthNorm, substance } from '../../intent/formula.js';
import { shareIn } from '../../intent/intentFeatures.js';
import type { IntentQuery } from '../../intent/intentQuery.js';
import { rankAnswers } from '../../intent/rankAnswers.js';
import { type TokenMatch, tokenMatches } from '../../intent/tokenMatches.js';
import { nearnessOf } from '../../intent/vectors.js';
import { type WeighedGroup, weighQuery } from '../../intent/weighQuery.js';
import { createUnpacker } from './candidateFeatures.js';
import type { CatalogStatistics } from './catalogStatistics.js';

/** A document as fetched for ranking. */
export interface Candidate {
  id: string;
  features: string;
  /** 1 for services that come after all others. Documents of an earlier form do not have it. */
  duplicate?: number;
}

export interface RankedCandidate {
  id: string;
  score: number;
  matches: TokenMatch[];
  isLast: boolean;
}

/**
 * Returns the best candidates, best first, ties by id. Uses the same formula as the engine that ranks every service.
 */
export function rankCandidates(
  query: IntentQuery,
  statistics: CatalogStatistics,
  candidates: readonly Candidate[],
  limit: number,
): RankedCandidate[] {
  const terms = askedTerms(query);
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const seen = new Uint8Array(terms.length);
  const unpack = createUnpacker(terms, seen);
  const unpacked = candidates.map(({ features }) => unpack(features));
  const isSeen = (term: string): boolean => seen[numbers.get(term) ?? -1] === 1;
  const weighed = weighQuery(query, statistics.among(isSeen));
  const { groups, vectors } = weighed;
  const wordScore = createWordScore(groups, numbers);

  const found = unpacked
    .map(({ vector, scale, isEmbedded, length, described, held }, place) => {
      const norm = lengthNorm(length);
      const asked = isEmbedded ? vectors.embedded : vectors.builtIn;
      const score = wordScore(held, norm) + Math.max(0, nearnessOf(vector, scale, asked));
      return { place, norm, score, substance: substance(described) };
    })
    .filter(({ score }) => score >= leastScore)
    .map((scored) => ({ ...scored, id: candidates[scored.place]?.id ?? '' }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, consideredFor(limit))
    .map(({ id, place, norm, score, substance }) => ({
      id,
      score,
      isLast: candidates[place]?.duplicate === 1,
      matches: tokenMatches(groups, weightsOf(unpacked[place]?.held ?? [], terms), norm),
      vector: unpacked[place]?.vector ?? new Int8Array(),
      substance,
    }));
  return rankAnswers(weighed, found, limit);
}

/** Returns the packed weight of a term in a service, or 0 if the service does not hold it. */
function weightsOf(held: readonly number[], terms: readonly string[]): (term: string) => number {
  const weights = new Map<string, number>();
  for (let i = 0; i < held.length; i += 2) weights.set(terms[held[i] as number] ?? '', held[i + 1] as number);
  return (term) => weights.get(term) ?? 0;
}

/** Returns every term that can stand for a word of the query, once. */
function askedTerms({ groups, tasks }: IntentQuery): string[] {
  const terms = new Set(tasks.map(({ term }) => term));
  for (const { alternatives, neighbours } of groups) {
    for (const { term } of alternatives) terms.add(term);
    for (const { term } of neighbours) terms.add(term);
  }
  return [...terms];
}

/** Returns what the words of a service add to its score: for each group the best term that it holds. */
function createWordScore(
  groups: readonly WeighedGroup[],
  numbers: ReadonlyMap<string, number>,
): (held: readonly number[], norm: number) => number {
  const gains: { group: number; gain: number }[][] = Array.from(numbers, () => []);
  for (const [group, { terms }] of groups.entries()) {
    for (const { term, gain } of terms) gains[numbers.get(term) ?? -1]?.push({ group, gain });
  }
  const best = new Float64Array(groups.length);

  return (held, norm) => {
    best.fill(0);
    for (let i = 0; i < held.length; i += 2) {
      const share = shareIn(held[i + 1] as number, norm);
      for (const { group, gain } of gains[held[i] as number] ?? []) {
        if (gain * share > (best[group] as number)) best[group] = gain * share;
      }
    }
    let sum = 0;
    for (let group = 0; group < best.length; group += 1) sum += best[group] as number;
    return sum;
  };
}
