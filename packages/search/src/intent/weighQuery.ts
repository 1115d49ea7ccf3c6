import type { Alternative } from '@shirube/language';
import { groupBound, neighbourWeight, rarity, wordShare } from './formula.js';
import type { IntentGroup, IntentQuery } from './intentQuery.js';
import type { IntentStatistics } from './intentStatistics.js';

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
  terms: readonly WeighedTerm[];
}

export interface WeighedQuery {
  groups: readonly WeighedGroup[];
  vector: Float32Array | undefined;
}

/** The query with what each of its words could add to a score, so that all of them together give the words' share. */
export function weighQuery({ groups, vector }: IntentQuery, statistics: IntentStatistics): WeighedQuery {
  const weighed = groups.map((group) => ({ ...group, terms: weighTerms(group, statistics) }));
  const bound = weighed.reduce((sum, { weight, terms }) => {
    const most = terms.reduce((gain, next) => Math.max(gain, next.gain), 0);
    return sum + weight * groupBound(most, statistics.services);
  }, 0);
  const share = wordShare(vector !== undefined) / bound;
  return {
    vector,
    groups: weighed.map(({ token, weight, terms }) => ({
      token,
      weight,
      terms: terms.map((term) => ({ ...term, gain: share * weight * term.gain })),
    })),
  };
}

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
