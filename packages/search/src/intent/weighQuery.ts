import type { Alternative } from '@shirube/language';
import { groupBound, neighbourWeight, rarity, shares } from './formula.js';
import type { IntentGroup, IntentQuery } from './intentQuery.js';
import { joinVectors } from './vectors.js';

/** What the ranking knows about the catalog as a whole. */
export interface IntentStatistics {
  services: number;
  /**
   * How many services hold the term in their name, first sentence or category. 1 if services hold it only elsewhere.
   */
  frequency(term: string): number;
}

/** An alternative that occurs in the catalog, and the most that it can add to a score. */
export interface WeighedTerm {
  term: string;
  alternative: Alternative;
  gain: number;
}

/** The terms that can match one thing that the query asks for. Only the best term that a service holds counts. */
export interface WeighedGroup {
  token: string;
  /** How much it says about what is wanted. */
  weight: number;
  /** Whether it says little in any query. */
  generic: boolean;
  /** The most that it can add to a score. */
  bound: number;
  terms: readonly WeighedTerm[];
}

export interface WeighedQuery {
  groups: readonly WeighedGroup[];
  /** By its words and as a whole, scaled by how much these count in a score. */
  vector: Float32Array;
  /** Which way it points between tasks and their opposites, times the share of the score for its tasks that have one. */
  way: Float32Array;
}

/**
 * Returns the query with the most that each of its words can add to a score, so that together they give the words'
 * share.
 */
export function weighQuery(
  { groups, vector, meaning, way, tasks }: IntentQuery,
  statistics: IntentStatistics,
): WeighedQuery {
  const weighed = groups.map((group) => {
    const terms = weighTerms(group, statistics);
    const most = terms.reduce((gain, next) => Math.max(gain, next.gain), 0);
    return { ...group, terms, bound: group.weight * groupBound(most, statistics.services) };
  });
  const oneWay = tasks.reduce((sum, { hasOpposite, weight }) => sum + (hasOpposite ? shares.tasks * weight : 0), 0);
  const share = shares.words / weighed.reduce((total, { bound }) => total + bound, 0);
  return {
    vector: joinVectors(vector, meaning, undefined, [shares.vector, shares.meaning]),
    way: way.map((value) => oneWay * value),
    groups: [
      ...weighed.map(({ token, weight, generic, bound, terms }) => ({
        token,
        weight,
        generic,
        bound: share * bound,
        terms: terms.map((term) => ({ ...term, gain: share * weight * term.gain })),
      })),
      ...tasks.map(weighTask),
    ],
  };
}

/** A task is a group that says nothing about the query's words. The tasks that a service shares add up. */
const weighTask = (alternative: Alternative): WeighedGroup => ({
  token: '',
  weight: 0,
  generic: true,
  bound: 0,
  terms: [{ term: alternative.term, alternative, gain: shares.tasks * alternative.weight }],
});

/** Returns the alternatives and neighbours that occur, each term once with its highest gain. */
function weighTerms(
  { alternatives, neighbours }: IntentGroup,
  { services, frequency }: IntentStatistics,
): WeighedTerm[] {
  const best = new Map<string, WeighedTerm>();
  const offer = (alternative: Alternative, ownRarity: number) => {
    const { term, weight } = alternative;
    const gain = weight * ownRarity;
    if (gain > (best.get(term)?.gain ?? 0)) best.set(term, { term, alternative, gain });
  };
  for (const alternative of alternatives) {
    const found = frequency(alternative.term);
    if (found > 0) offer(alternative, rarity(services, found));
  }
  for (const { of, term, surface, cosine } of neighbours) {
    const found = frequency(term);
    if (found === 0) continue;
    const own = rarity(services, found);
    const weight = neighbourWeight(cosine, of.weight, rarity(services, frequency(of.term)), own);
    offer({ term, surface, weight, source: 'neighbour' }, own);
  }
  return [...best.values()];
}
