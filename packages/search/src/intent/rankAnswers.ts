import { maxAnswers } from '@shirube/contracts';
import { type createVectors, topIndexes } from '@shirube/language';
import { coverage } from './coverage.js';
import { blockSize, candidateLimit, leastScore, leastShare, shares } from './formula.js';
import type { TokenMatch } from './tokenMatches.js';
import { halfDimensions, wayProduct, wordsHalf } from './vectors.js';
import type { WeighedQuery } from './weighQuery.js';

/** A service found by words, vectors and tasks. */
export interface FoundAnswer {
  score: number;
  matches: TokenMatch[];
  /** Empty if none of its words is known. */
  vector: Int8Array;
  /** The share of its score that its description leaves. */
  substance: number;
  /** Whether it comes after all others. */
  isLast: boolean;
}

/** The services that a query is compared with, by index. */
interface Compared<Found> {
  vectors: ReturnType<typeof createVectors>;
  /** The factor that normalises each vector. 0 without a vector. */
  scales: readonly number[];
  /** Which of two services with equal scores comes first. */
  isBefore(a: number, b: number): boolean;
  accepts?(index: number): boolean;
  /** Whether a service comes after all others. */
  isLast(index: number): boolean;
  /** `isRanked`: whether its matches are needed. */
  answerAt(index: number, score: number, isRanked: boolean): Found;
}

/**
 * Ranks services by the scores of their words, to which it adds how near their vectors are to the query. Returns all
 * answers, of which at least the first `limit` are in their final order and have matches.
 */
export function rankByScore<Found extends FoundAnswer>(
  query: WeighedQuery,
  scores: Float64Array,
  { vectors, scales, isBefore, accepts = () => true, isLast, answerAt }: Compared<Found>,
  limit: number,
): Found[] {
  const products = vectors.products(query.vector, scores.length);
  for (let i = 0; i < scores.length; i += 1) {
    scores[i] = (scores[i] as number) + Math.max(0, (products[i] as number) * (scales[i] as number));
  }
  const top = topIndexes(scores, maxAnswers, { least: leastScore, isBefore, accepts });
  const least = leastShare * (scores[top[0] ?? 0] as number);
  const good = top.filter((i) => (scores[i] as number) >= least);
  const found = [...good.filter((i) => !isLast(i)), ...good.filter(isLast)];
  const wanted = candidateLimit(limit);
  const toAnswers = (indexes: number[], isRanked: boolean) =>
    indexes.map((i) => answerAt(i, scores[i] as number, isRanked));
  const ranked = rankAnswers(query, toAnswers(found.slice(0, wanted), true));
  return ranked.length > 0 ? [...ranked, ...toAnswers(found.slice(wanted), false)] : [];
}

/** The number of best answers that the others are compared with. */
const examples = 3;
/** Better examples count more, by this exponent. */
const emphasis = 3;

/**
 * Ranks the found services again by the way they point, how much of the query each covers and how near it is to the
 * best of them. Ties keep their order. Services are ordered in blocks, so that the limit does not change which come
 * first, and pages never overlap. If none of the best shares a word or a task with the query, nothing is an answer: any
 * text is near to something.
 */
function rankAnswers<Found extends FoundAnswer>({ groups, way }: WeighedQuery, found: readonly Found[]): Found[] {
  if (!found.slice(0, blockSize).some(({ matches }) => matches.length > 0)) return [];
  const covering = found.map((one) => ({
    ...one,
    score: (one.score + wayProduct(way, one.vector) + shares.coverage * coverage(groups, one.matches)) * one.substance,
  }));
  const likeness = likenessTo(covering.slice(0, blockSize).sort(byScore).slice(0, examples));
  const ordered: typeof covering = [];
  for (let start = 0; start < covering.length; start += blockSize) {
    const most = ordered.at(-1)?.score ?? 1;
    const block = covering
      .slice(start, start + blockSize)
      .map((one) => ({ ...one, score: one.score + shares.likeness * likeness(one.vector) * one.substance }))
      .sort(byScore);
    ordered.push(...block.map((one) => ({ ...one, score: Math.min(most, one.score) })));
  }
  return ordered;
}

const byScore = (a: FoundAnswer, b: FoundAnswer): number => Number(a.isLast) - Number(b.isLast) || b.score - a.score;

/** Returns the cosine between the words of a service and those of the examples, or 0 if either has none. */
function likenessTo(best: readonly FoundAnswer[]): (vector: Int8Array) => number {
  const centre = new Float64Array(halfDimensions);
  for (const { score, vector } of best) {
    const words = wordsHalf(vector);
    if (words)
      for (let i = 0; i < halfDimensions; i += 1) (centre[i] as number) += score ** emphasis * (words[i] as number);
  }
  const length = Math.hypot(...centre);
  return (vector) => {
    let product = 0;
    let squares = 0;
    for (let i = 0; i < Math.min(halfDimensions, vector.length); i += 1) {
      const value = vector[2 * i] as number;
      product += value * (centre[i] as number);
      squares += value * value;
    }
    return squares === 0 || length === 0 ? 0 : Math.max(0, product / (Math.sqrt(squares) * length));
  };
}
