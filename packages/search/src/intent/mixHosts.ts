import { endpointHost } from '@shirube/domain';
import type { RankedService } from '../searchEngine.js';
import { parseService } from '../serviceJson.js';

/** How many answers of one host may come before those of others. */
const mostOfOne = 3;
/** Answers that reach this share of the best score are equally good for the reader. */
const leastShare = 0.7;

/** The number of answers among which other hosts are looked for. It is constant, so that pages never overlap. */
export const mostMixed = 20;

/**
 * Reorders ranked answers so that at most three of one host come before others that are about as good: a provider with
 * twenty similar endpoints must not hide the rest. Scores never rise along the list.
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
