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

/** A token and the alternatives of one of its groups. */
export interface WeighedGroup {
  token: string;
  weighed: readonly Weighed[];
}

/** Alternatives of one group that a reason names. */
const mostNamed = 3;

const isItself = ({ alternative: { source } }: TokenMatch): boolean =>
  source === 'as-is' || source === 'stem';

/**
 * Makes a function that tells what stands for each group in the service of a slot: the word itself where its name or
 * description has it, else those alternatives that count most.
 */
export function createMatchFinder(groups: readonly WeighedGroup[], terms: TermIndex, norms: Float32Array) {
  const asked = new Set(groups.flatMap(({ weighed }) => weighed.map(({ term }) => term)));

  return (slot: number): TokenMatch[] => {
    const held = new Set(terms.termsOf(slot).filter((term) => asked.has(term)));
    return groups.flatMap(({ token, weighed }) => {
      const matches = weighed
        .filter(({ term }) => held.has(term))
        .map(({ alternative, term, gain }) => {
          const packed = terms.weight(term, slot);
          const match: TokenMatch = { token, alternative, places: placesIn(packed) };
          return { match, part: gain * saturation(packed, norms[slot] as number) };
        });
      const itself = matches.find(({ match }) => isItself(match) && (match.places & ~place.category) !== 0);
      if (itself) return itself.match;
      return matches
        .sort((x, y) => y.part - x.part)
        .slice(0, mostNamed)
        .map(({ match }) => match);
    });
  };
}
