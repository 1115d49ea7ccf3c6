import { considered, coveredScore, leastShare } from './formula.js';
import type { TokenMatch } from './tokenMatches.js';
import type { WeighedGroup } from './weighQuery.js';

/** Related words and pieces of a word do not cover it. */
const leastWeight = 0.4;

const isDirect = ({ alternative: { source, weight } }: TokenMatch): boolean =>
  source !== 'neighbour' && source !== 'part' && weight >= leastWeight;

/** The share of what the query asks for that a service says itself, by a translation or by a known synonym. */
export function coverage(
  groups: readonly Pick<WeighedGroup, 'token' | 'weight'>[],
  matches: readonly TokenMatch[],
): number {
  const held = new Set(matches.filter(isDirect).map(({ token }) => token));
  let total = 0;
  let found = 0;
  for (const { token, weight } of groups) {
    total += weight;
    if (held.has(token)) found += weight;
  }
  return total === 0 ? 1 : found / total;
}

/**
 * The best of ranked answers once it counts how much of the query each covers; equal ones stay in their order. They are
 * ordered in blocks, those that come after all others at the end, so that how many are asked for does not change which come first, and pages never overlap.
 */
export function rankByCoverage<
  Ranked extends { score: number; matches: readonly TokenMatch[]; isLast: boolean },
>(
  groups: readonly Pick<WeighedGroup, 'token' | 'weight'>[],
  ranked: readonly Ranked[],
  limit: number,
): Ranked[] {
  const least = leastShare * Math.max(...ranked.map(({ score }) => score));
  const good = ranked.filter(({ score }) => score >= least);
  const answers = [...good.filter(({ isLast }) => !isLast), ...good.filter(({ isLast }) => isLast)];
  const ordered: Ranked[] = [];
  for (let start = 0; start < Math.min(limit, answers.length); start += considered) {
    const most = ordered.at(-1)?.score ?? 1;
    const block = answers
      .slice(start, start + considered)
      .map((found) => ({ ...found, score: coveredScore(found.score, coverage(groups, found.matches)) }))
      .sort((a, b) => Number(a.isLast) - Number(b.isLast) || b.score - a.score);
    ordered.push(...block.map((found) => ({ ...found, score: Math.min(most, found.score) })));
  }
  return ordered.slice(0, limit);
}
