import type { Alternative } from '@shirube/language';
import { saturation } from './formula.js';
import { place, placesIn, weightIn } from './intentFeatures.js';
import type { WeighedGroup } from './weighQuery.js';

/** A token of the query, and the word of the service that stands for it. */
export interface TokenMatch {
  token: string;
  alternative: Alternative;
  /** Where it occurs: bits of `place`. */
  places: number;
}

/** Alternatives of one group that a reason names. */
const mostNamed = 3;

const isItself = ({ alternative: { source } }: TokenMatch): boolean =>
  source === 'as-is' || source === 'stem';

/**
 * What stands for each group in a service: the word itself where its name or description has it, else those
 * alternatives that count most. `weightOf` gives the packed weight of a term there, 0 for one that it does not hold.
 */
export function tokenMatches(
  groups: readonly WeighedGroup[],
  weightOf: (term: string) => number,
  norm: number,
): TokenMatch[] {
  return groups.flatMap(({ token, terms }) => {
    const matches = terms.flatMap(({ term, alternative, gain }) => {
      const packed = weightOf(term);
      if (packed === 0) return [];
      const match: TokenMatch = { token, alternative, places: placesIn(packed) };
      return { match, part: gain * saturation(weightIn(packed), norm) };
    });
    const itself = matches.find(({ match }) => isItself(match) && (match.places & ~place.category) !== 0);
    if (itself) return itself.match;
    return matches
      .sort((x, y) => y.part - x.part)
      .slice(0, mostNamed)
      .map(({ match }) => match);
  });
}
