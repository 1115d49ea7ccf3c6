import type { QueryAnalysis } from '@shirube/language';
import { hosts } from '../document/withoutHosts.js';
import type { RankedService } from '../searchEngine.js';
import { parseService } from '../serviceJson.js';
import type { TokenMatch } from './tokenMatches.js';

/** Related words and pieces of a refused word are not refused with it. */
const leastWeight = 0.6;

/** What a query refuses, and what it may refuse, each as tokens. */
export type Refusals = Pick<QueryAnalysis, 'refused' | 'doubted'>;

const isMeant = ({ alternative: { source, weight } }: TokenMatch): boolean =>
  source !== 'neighbour' && source !== 'part' && weight >= leastWeight;

/** Removes the answers that hold something refused, and marks those that hold something doubted. */
export function withoutRefused(ranked: readonly RankedService[], { refused, doubted }: Refusals): RankedService[] {
  const tokens = new Set([...refused, ...doubted].flat());
  if (tokens.size === 0) return [...ranked];
  return ranked
    .filter((found) => !refused.some((phrase) => holds(found, phrase)))
    .map((found) => ({
      ...found,
      isDoubted: doubted.some((phrase) => holds(found, phrase)),
      // "Stock news, not crypto news" also wants a word that it refuses: only that match adds to the score.
      matches: found.matches.filter(({ token, part }) => part > 0 || !tokens.has(token)),
    }));
}

/** Whether an answer holds every token of a phrase, itself or by a translation. */
function holds({ matches, service }: RankedService, phrase: readonly string[]): boolean {
  const meant = matches.filter((match) => phrase.includes(match.token) && isMeant(match));
  if (!phrase.every((token) => meant.some((match) => match.token === token))) return false;
  const occurs = occurrenceTest(service);
  return phrase.every((token) => meant.some((match) => match.token === token && occurs(match.alternative.term)));
}

/** Tests whether a service says an indexed word itself, and not only in a host name. */
function occurrenceTest(service: RankedService['service']): (term: string) => boolean {
  const { name, description } = parseService(service);
  const text = `${name} ${description}`.toLowerCase();
  const addresses = (text.match(hosts) ?? []).join(' ');
  const words = addresses === '' ? [] : text.replace(hosts, ' ').split(/[^\p{L}\p{N}]+/u);
  return (term) => !addresses.includes(term) || words.some((word) => word.startsWith(term));
}
