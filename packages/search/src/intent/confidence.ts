import type { RankedService } from '../searchEngine.js';

/** How sure it is that the first answer is one. */
export type Confidence = 'high' | 'low';

/** From this probability on the confidence is high. */
const enough = 0.8;

/** The probability that a first answer of this score is a good one: a logistic regression, see docs/ranking.md. */
const probabilityOf = (score: number): number => 1 / (1 + Math.exp(2.64 - 8.51 * score));

/** Whether the best of the answers is one, by its score. */
export const confidenceOf = (best: RankedService | undefined): Confidence =>
  best && probabilityOf(best.score) >= enough ? 'high' : 'low';
