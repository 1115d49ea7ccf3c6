import type { Alternative } from '@shirube/language';
import { place, placesIn, shareIn } from './intentFeatures.js';
import type { WeighedGroup } from './weighQuery.js';

/** A token of the query, and the word of the service that matches it. */
export interface TokenMatch {
  token: string;
  /** The index of its group in the query. */
  group: number;
  alternative: Alternative;
  /** Where it occurs: bits of `place`. */
  places: number;
  /** How much it adds to the score, if it is the best of its group. */
  part: number;
}

/** How many alternatives of one group a reason names. */
const mostNamed = 3;

/** Below this weight are related words and pieces of a word, which do not cover it. */
const leastDirect = 0.45;
/** Words of similar meaning below this weight help to find a service, but are not named as a reason. */
const leastNamed = 0.3;

/** Whether the service says the word itself, by a translation or by a known synonym. */
export const isDirect = ({ alternative: { source, weight } }: TokenMatch): boolean =>
  source !== 'neighbour' && source !== 'part' && weight >= leastDirect;

const isItself = ({ alternative: { source } }: TokenMatch): boolean => source === 'as-is' || source === 'stem';

/**
 * Returns what matches each group in a service: the word itself if its name or description has it, otherwise the
 * alternatives that count most. `weights` holds the packed weights of the terms of the service.
 */
export function tokenMatches(
  groups: readonly WeighedGroup[],
  weights: ReadonlyMap<string, number>,
  norm: number,
): TokenMatch[] {
  return groups.flatMap(({ token, terms }, group) => {
    const matches: TokenMatch[] = [];
    for (const { term, alternative, gain } of terms) {
      const packed = weights.get(term);
      if (packed === undefined || (alternative.source === 'neighbour' && alternative.weight < leastNamed)) continue;
      matches.push({ token, group, alternative, places: placesIn(packed), part: gain * shareIn(packed, norm) });
    }
    const itself = matches.find((match) => isItself(match) && (match.places & ~place.category) !== 0);
    if (itself) return itself;
    const direct = matches.filter(isDirect);
    return (direct.length > 0 ? direct : matches).sort((x, y) => y.part - x.part).slice(0, mostNamed);
  });
}
