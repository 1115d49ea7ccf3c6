import type { RankedService } from '../searchEngine.js';

/** How certain it is that the first answer is a good one. */
export type Confidence = 'high' | 'low';

/** The probability from which the confidence is high. */
const enough = 0.9;

/** The number of next answers that the first is compared with. */
const compared = 4;
/** The lead that is assumed if there is no other answer. */
const usualLead = 0.1;

/**
 * A logistic regression over the score of the first answer and its lead over the next ones: see docs/ranking.md. An
 * answer is likely to be good if it stands out.
 */
const weights = { constant: -6.1, score: 12.6, lead: 3.8 };

/** Returns the probability that an answer with that score and lead is good. */
const logistic = (score: number, lead: number): number =>
  1 / (1 + Math.exp(-(weights.constant + weights.score * score + weights.lead * lead)));

/**
 * Returns the test whether an answer is relevant by itself: at least half as likely to be good as the best of these,
 * where three quarters of what it lacks to the best count as a negative lead.
 */
export function relevanceTest(
  answers: readonly Pick<RankedService, 'score'>[],
): (answer: { score: number }) => boolean {
  const best = Math.max(...answers.map(({ score }) => score));
  const least = logistic(best, 0) / 2;
  return ({ score }) => logistic(score, 0.75 * (score - best)) >= least;
}

/** Returns the probability that the first of these answers is good, or 0 if there is none. */
export function probabilityOf(answers: readonly Pick<RankedService, 'score'>[]): number {
  const [first, ...next] = answers.slice(0, 1 + compared);
  if (!first) return 0;
  const lead =
    next.length > 0 ? first.score - next.reduce((sum, { score }) => sum + score, 0) / next.length : usualLead;
  return Math.round(1_000 * logistic(first.score, lead)) / 1_000;
}

export const confidenceOf = (probability: number): Confidence => (probability >= enough ? 'high' : 'low');
