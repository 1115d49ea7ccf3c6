import type { RankedService } from '../searchEngine.js';
import type { TokenMatch } from './tokenMatches.js';

/** Related words and pieces of a refused word are not refused with it. */
const leastWeight = 0.6;

const isMeant = ({ alternative: { source, weight } }: TokenMatch): boolean =>
  source !== 'neighbour' && source !== 'part' && weight >= leastWeight;

/** The answers without those that hold something refused: every token of it, by itself or by a translation. */
export function withoutRefused(
  ranked: readonly RankedService[],
  refused: readonly (readonly string[])[],
): RankedService[] {
  const tokens = new Set(refused.flat());
  return ranked
    .filter(({ matches }) => {
      const held = new Set(matches.filter(isMeant).map(({ token }) => token));
      return !refused.some((phrase) => phrase.every((token) => held.has(token)));
    })
    .map((found) => ({ ...found, matches: found.matches.filter(({ token }) => !tokens.has(token)) }));
}
