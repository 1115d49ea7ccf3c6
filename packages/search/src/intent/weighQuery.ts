import type { Alternative } from '@shirube/language';
import { groupBound, meaningShare, nearnessShare, neighbourWeight, rarity, taskShare, wordsShare } from './formula.js';
import type { IntentGroup, IntentQuery } from './intentQuery.js';
import type { IntentStatistics } from './intentStatistics.js';
import { interleaved } from './vectors.js';

/** An alternative that occurs in the catalog, and what it could add to a score at most. */
export interface WeighedTerm {
  term: string;
  alternative: Alternative;
  gain: number;
}

/** What a service may hold for one thing that the query asks for; its best term counts. */
export interface WeighedGroup {
  token: string;
  /** How much it says about what is sought. */
  weight: number;
  /** Whether it says little in any query. */
  generic: boolean;
  /** What it could add to a score at most. */
  bound: number;
  terms: readonly WeighedTerm[];
}

export interface WeighedQuery {
  groups: readonly WeighedGroup[];
  /** Where the query lies, by its words and as a whole, each as long as it counts in a score. */
  vector: Float32Array;
  /** How much of a score the vector of its words makes up. */
  nearness: number;
}

/** The query with what each of its words could add to a score, so that all of them together give the words' share. */
export function weighQuery(
  { groups, vector, meaning, tasks }: IntentQuery,
  statistics: IntentStatistics,
): WeighedQuery {
  const weighed = groups.map((group) => {
    const terms = weighTerms(group, statistics);
    const most = terms.reduce((gain, next) => Math.max(gain, next.gain), 0);
    return { ...group, terms, bound: group.weight * groupBound(most, statistics.services) };
  });
  const sum = (all: typeof weighed) => all.reduce((total, { bound }) => total + bound, 0);
  const total = sum(weighed);
  // What no service holds is no reason to look away from the vector.
  const unseen = sum(weighed.filter(({ inVector, terms }) => !inVector && terms.length > 0));
  const nearness = vector ? nearnessShare(total === 0 ? 1 : 1 - unseen / total) : 0;
  const share = (wordsShare - nearness) / total;
  return {
    vector: interleaved(vector, meaning, [nearness, meaningShare]),
    nearness,
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

/** A task is a group that says nothing of the query's words; those that a service shares add up. */
const weighTask = (alternative: Alternative): WeighedGroup => ({
  token: '',
  weight: 0,
  generic: true,
  bound: 0,
  terms: [{ term: alternative.term, alternative, gain: taskShare * alternative.weight }],
});

/** The alternatives and neighbours that occur, each term once, with the best gain that it has. */
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
