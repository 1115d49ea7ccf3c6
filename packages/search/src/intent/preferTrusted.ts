import type { Service } from '@shirube/contracts';
import type { RankedService } from '../searchEngine.js';
import { parseService } from '../serviceJson.js';

/** Of two answers, full trust outweighs no trust where the other is better by no more than this share. */
const trustShare = 0.03;

/** The factor by which trust, 0–100, raises what an answer is ordered by: at most so much, however trusted it is. */
export const trustFactor = (trustScore: number): number => 1 + (trustShare * trustScore) / 100;

/** The same of what does not answer or is on a test network: it comes after what can be paid, however little that is trusted. */
export const silentFactor = 1 - trustShare;

const standing = ({ status, testnet, trustScore }: Pick<Service, 'status' | 'testnet' | 'trustScore'>): number =>
  status === 'inactive' || testnet ? silentFactor : trustFactor(trustScore);

/** What is left of the score by which an answer is ordered that holds what may not be wanted. */
const doubtedShare = 0.5;

/** So many answers at a time are put into order, always the same ones, so that pages never overlap. */
export const trustBlock = 20;

/**
 * Ranked answers so that of those that are about equally good the trusted one comes first, and what may not be wanted
 * later. Scores tell how well an answer
 * fits, whoever gives it: what comes later has no higher one than what comes before it.
 */
export function preferTrusted(ranked: readonly RankedService[]): RankedService[] {
  const ordered: RankedService[] = [];
  let lowest = 1;
  for (let start = 0; start < ranked.length; start += trustBlock) {
    const block = ranked
      .slice(start, start + trustBlock)
      .map((found) => ({
        found,
        key: found.score * standing(parseService(found.service)) * (found.isDoubted ? doubtedShare : 1),
      }))
      .sort((a, b) => Number(a.found.isLast) - Number(b.found.isLast) || b.key - a.key);
    for (const { found } of block) {
      lowest = Math.min(lowest, found.score);
      ordered.push({ ...found, score: lowest });
    }
  }
  return ordered;
}
