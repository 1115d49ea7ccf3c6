import { coverage } from './coverage.js';
import { considered, coveredScore, leastShare, likenessScore } from './formula.js';
import type { TokenMatch } from './tokenMatches.js';
import { halfDimensions, meaningPart, wordsHalf } from './vectors.js';
import type { WeighedQuery } from './weighQuery.js';

/** A service that words, vectors and tasks found. */
export interface FoundAnswer {
  score: number;
  matches: TokenMatch[];
  /** Empty when no word of it is known. */
  vector: Int8Array;
  /** What its description leaves of its score. */
  substance: number;
  /** Whether it comes after all others. */
  isLast: boolean;
}

/** The best answers that the others are compared with. */
const examples = 3;
/** The better an example, the more it counts. */
const emphasis = 3;

/**
 * The best of what was found once it counts how much of the query each covers, and how near it lies to the best of them;
 * equal ones stay in their order. They are ordered in blocks, those that come after all others at the end, so that how
 * many are asked for does not change which come first, and pages never overlap.
 */
export function rankAnswers<Found extends FoundAnswer>(
  { groups, vector: asked }: WeighedQuery,
  found: readonly Found[],
  limit: number,
): Found[] {
  const least = leastShare * Math.max(...found.map(({ score }) => score));
  const good = found.filter(({ score }) => score >= least);
  const covering = [...good.filter(({ isLast }) => !isLast), ...good.filter(({ isLast }) => isLast)].map((one) => {
    const meant = meantBy(one, asked);
    const said = coveredScore(Math.max(0, one.score - meant), coverage(groups, one.matches));
    return { ...one, meant: meant * one.substance, score: (said + meant) * one.substance };
  });
  const nearness = nearnessTo(covering.slice(0, considered).sort(byScore).slice(0, examples));
  const ordered: typeof covering = [];
  for (let start = 0; start < Math.min(limit, covering.length); start += considered) {
    const most = ordered.at(-1)?.score ?? 1;
    const block = covering
      .slice(start, start + considered)
      .sort(byScore)
      .map((one) => ({ ...one, score: likenessScore(one.score - one.meant, nearness(one.vector)) + one.meant }))
      .sort(byScore);
    ordered.push(...block.map((one) => ({ ...one, score: Math.min(most, one.score) })));
  }
  return ordered.slice(0, limit);
}

/** What a service has of its score for its meaning as a whole and its tasks, whatever words it uses. */
const meantBy = ({ matches, vector }: FoundAnswer, asked: Float32Array): number =>
  matches.reduce(
    (sum, { alternative, part }) => sum + (alternative.source === 'task' ? part : 0),
    Math.max(0, meaningPart(vector, asked)),
  );

const byScore = (a: FoundAnswer, b: FoundAnswer): number => Number(a.isLast) - Number(b.isLast) || b.score - a.score;

/** The cosine of the words of a service and of those of the examples; 1 where one of them has none. */
function nearnessTo(best: readonly FoundAnswer[]): (vector: Int8Array) => number {
  const centre = new Float64Array(halfDimensions);
  for (const { score, vector } of best) {
    const words = wordsHalf(vector);
    if (words) for (const [i, value] of words.entries()) centre[i] = (centre[i] as number) + score ** emphasis * value;
  }
  const length = Math.hypot(...centre);
  return (vector) => {
    const words = wordsHalf(vector);
    if (!words || length === 0) return 1;
    return words.reduce((sum, value, i) => sum + value * (centre[i] as number), 0) / length;
  };
}
