import type { RankedService } from '../searchEngine.js';

/** How certain it is that the first answer is a good one. */
export type Confidence = 'high' | 'low';

/** The probability from which the confidence is high. */
const enough = 0.8;

/** The number of next answers that the first is compared with. */
const compared = 4;
/** The lead that is assumed if there is no other answer. */
const usualLead = 0.1;

/**
 * A logistic regression over the score of the first answer and its lead over the next ones: see docs/ranking.md. An
 * answer is likely to be good if it stands out.
 */
const weights = { constant: -5.1, score: 10.1, lead: 12.7 };

/** Returns the probability that the first of these answers is good, or 0 if there is none. */
export function probabilityOf(answers: readonly Pick<RankedService, 'score'>[]): number {
  const [first, ...next] = answers.slice(0, 1 + compared);
  if (!first) return 0;
  const lead =
    next.length > 0 ? first.score - next.reduce((sum, { score }) => sum + score, 0) / next.length : usualLead;
  const evidence = weights.constant + weights.score * first.score + weights.lead * lead;
  return Math.round(1_000 / (1 + Math.exp(-evidence))) / 1_000;
}

export const confidenceOf = (probability: number): Confidence => (probability >= enough ? 'high' : 'low');
