import type { Alternative } from '@shirube/language';
import type { TermIndex } from '../table/termIndex.js';
import { place, placesIn } from './intentFeatures.js';
import { saturation } from './lengthTable.js';
import type { Weighed } from './weighGroup.js';

/** A token of the query, and the word of the service that stands for it. */
export interface TokenMatch {
  token: string;
  alternative: Alternative;
  /** Where it occurs: bits of `place`. */
  places: number;
}

export interface WeighedGroup {
  token: string;
  weighed: readonly Weighed[];
}

/** Alternatives of one group that a reason names. */
const mostNamed = 3;

const isItself = ({ alternative: { source } }: TokenMatch): boolean =>
  source === 'as-is' || source === 'stem';

/**
 * What stands for each group in a service: the word itself where its name or description has it, else those
 * alternatives that count most.
 */
export function tokenMatches(
  groups: readonly WeighedGroup[],
  slot: number,
  terms: TermIndex,
  norm: number,
): TokenMatch[] {
  const own = terms.termsOf(slot);
  return groups.flatMap(({ token, weighed }) => {
    const held = weighed.flatMap(({ alternative, term, gain }) => {
      if (!own.has(term)) return [];
      const packed = terms.weight(term, slot);
      const match: TokenMatch = { token, alternative, places: placesIn(packed) };
      return { match, part: gain * saturation(packed, norm) };
    });
    const itself = held.find(({ match }) => isItself(match) && (match.places & ~place.category) !== 0);
    if (itself) return itself.match;
    return held
      .sort((x, y) => y.part - x.part)
      .slice(0, mostNamed)
      .map(({ match }) => match);
  });
}
