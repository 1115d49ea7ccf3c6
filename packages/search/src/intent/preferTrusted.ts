import type { Service } from '@shirube/contracts';
import { endpointHost, hostNames, squash } from '@shirube/domain';
import type { RankedService } from '../searchEngine.js';
import { parseService } from '../serviceJson.js';

/** Full trust outweighs no trust if the other answer is better by at most this share. */
const trustShare = 0.03;

/**
 * The factor by which trust (0–100) raises the score that orders an answer. It is bounded, however trusted the service
 * is.
 */
export const trustFactor = (trustScore: number): number => 1 + (trustShare * trustScore) / 100;

/**
 * The factor for services that do not respond, are on a test network, a tunnel or a staging host, or have no description
 * of their own. They come after others, however little those are trusted.
 */
export const demotedFactor = 1 - trustShare;

/** `texts` are the descriptions before it, by host. */
function factorOf({ name, description, status, testnet, trustScore, endpoint }: Service, texts: Set<string>): number {
  const host = endpointHost(endpoint);
  const text = `${host} ${description}`;
  const lacksDescription = texts.has(text) || squash(description) === squash(name);
  texts.add(text);
  const isDemoted = status === 'inactive' || testnet || hostNames(host).kind !== undefined || lacksDescription;
  return isDemoted ? demotedFactor : trustFactor(trustScore);
}

/** The share of its ordering score that an answer keeps if it holds something that may be unwanted. */
const doubtedShare = 0.5;

/** How many answers are ordered at a time. The blocks are fixed, so that pages never overlap. */
export const trustBlock = 20;

/**
 * Orders ranked answers: among those that fit about equally well, the trusted come first, and services that may be
 * excluded come later. Scores state how well an answer fits, regardless of trust, and never rise along the list.
 */
export function preferTrusted(ranked: readonly RankedService[]): RankedService[] {
  const ordered: RankedService[] = [];
  let lowest = 1;
  const texts = new Set<string>();
  for (let start = 0; start < ranked.length; start += trustBlock) {
    const block = ranked
      .slice(start, start + trustBlock)
      .map((found) => ({
        found,
        key: found.score * factorOf(parseService(found.service), texts) * (found.isDoubted ? doubtedShare : 1),
      }))
      .sort((a, b) => Number(a.found.isLast) - Number(b.found.isLast) || b.key - a.key);
    for (const { found } of block) {
      lowest = Math.min(lowest, found.score);
      ordered.push({ ...found, score: lowest });
    }
  }
  return ordered;
}
