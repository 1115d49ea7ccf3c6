import { endpointHost } from '@shirube/contracts';
import type { RankedService } from '../searchEngine.js';
import { parseService } from '../serviceJson.js';

/** Answers of one host that come before those of others. */
const mostOfOne = 3;
/** What reaches this share of the best score is as good an answer for its reader. */
const leastShare = 0.7;

/** Answers among which others of other hosts are looked for; always as many, so that pages never overlap. */
export const mostMixed = 20;

/**
 * Ranked answers so that at most three of one host come before others that are about as good: a provider with twenty
 * endpoints of one kind does not hide the rest. What comes later has no higher score than what comes before it.
 */
export function mixHosts(ranked: readonly RankedService[]): RankedService[] {
  const least = leastShare * (ranked[0]?.score ?? 0);
  const counts = new Map<string, number>();
  const first: RankedService[] = [];
  const later: RankedService[] = [];
  for (const found of ranked.slice(0, mostMixed)) {
    const host = endpointHost(parseService(found.service).endpoint);
    const count = (counts.get(host) ?? 0) + 1;
    counts.set(host, count);
    (count <= mostOfOne && found.score >= least && !found.isLast ? first : later).push(found);
  }
  let lowest = 1;
  return [...first, ...later, ...ranked.slice(mostMixed)].map((found) => {
    lowest = Math.min(lowest, found.score);
    return { ...found, score: lowest };
  });
}
