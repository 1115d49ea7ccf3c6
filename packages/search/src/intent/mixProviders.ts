import type { RankedService } from '../searchEngine.js';
import { providerIn } from '../serviceJson.js';

/** How many answers of one provider may be among the first. */
const mostOfOne = 2;
const first = 10;
/** Answers below this share of the best score are not relevant by themselves. */
const leastShare = 0.5;

/** The number of answers among which other providers are looked for. It is constant, so that pages never overlap. */
export const mostMixed = 40;

/** Returns the first answers: relevant ones, at most two of one provider. */
function firstAnswers(ranked: readonly RankedService[]): Set<RankedService> {
  const least = leastShare * Math.max(...ranked.map(({ score }) => score));
  const counts = new Map<string, number>();
  const early = new Set<RankedService>();
  for (const found of ranked) {
    const provider = providerIn(found.service);
    const count = (counts.get(provider) ?? 0) + 1;
    counts.set(provider, count);
    if (count <= mostOfOne && found.score >= least && !found.isLast && early.size < first) early.add(found);
  }
  return early;
}

/** Whether a few providers fill the places among which the first answers are looked for, so that more must be known. */
export function isCrowded(ranked: readonly RankedService[]): boolean {
  const best = ranked.slice(0, mostMixed);
  return (best.at(-1)?.score ?? 0) >= leastShare * (best[0]?.score ?? 0) && firstAnswers(best).size < first;
}

/**
 * Reorders ranked answers so that the first ten have at most two of one provider, as long as there are relevant ones of
 * others: a provider with twenty similar endpoints must not hide the rest. Scores never rise along the list.
 */
export function mixProviders(ranked: readonly RankedService[]): RankedService[] {
  const early = firstAnswers(ranked);
  let lowest = 1;
  return [...early, ...ranked.filter((found) => !early.has(found))].map((found) => {
    lowest = Math.min(lowest, found.score);
    return { ...found, score: lowest };
  });
}
