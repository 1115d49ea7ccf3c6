import type { RankedService } from '../searchEngine.js';
import { providerIn } from '../serviceJson.js';

/** How many answers of one provider may be among the first. */
const mostOfOne = 2;
const first = 10;
/** Answers below this share of the best score are not relevant by themselves. */
const leastShare = 0.5;

/** The number of answers among which other providers are looked for. It is constant, so that pages never overlap. */
export const mostMixed = 40;

/**
 * Reorders ranked answers so that the first ten have at most two of one provider, as long as there are relevant ones of
 * others: a provider with twenty similar endpoints must not hide the rest. Scores never rise along the list.
 */
export function mixProviders(ranked: readonly RankedService[]): RankedService[] {
  const least = leastShare * (ranked[0]?.score ?? 0);
  const counts = new Map<string, number>();
  const early: RankedService[] = [];
  const later: RankedService[] = [];
  for (const found of ranked.slice(0, mostMixed)) {
    const provider = providerIn(found.service);
    const count = (counts.get(provider) ?? 0) + 1;
    counts.set(provider, count);
    (count <= mostOfOne && early.length < first && found.score >= least && !found.isLast ? early : later).push(found);
  }
  let lowest = 1;
  return [...early, ...later, ...ranked.slice(mostMixed)].map((found) => {
    lowest = Math.min(lowest, found.score);
    return { ...found, score: lowest };
  });
}
