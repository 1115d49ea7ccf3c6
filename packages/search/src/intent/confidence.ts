import type { RankedService } from '../searchEngine.js';
import { taskShare } from './formula.js';

/** How certain it is that the first answer is a good one. */
export type Confidence = 'high' | 'low';

/** The probability from which the confidence is high. */
const enough = 0.8;

/** A logistic regression over the score and over how certainly query and service share tasks: see docs/ranking.md. */
const weights = { constant: -4.8, score: 11.2, tasks: 5 };

/** Returns the probability that an answer is good, or 0 if there is none. */
export function probabilityOf(answer: Pick<RankedService, 'score' | 'matches'> | undefined): number {
  if (!answer) return 0;
  let tasks = 0;
  for (const { alternative, part } of answer.matches) if (alternative.source === 'task') tasks += part / taskShare;
  const evidence = weights.constant + weights.score * answer.score + weights.tasks * tasks;
  return Math.round(1_000 / (1 + Math.exp(-evidence))) / 1_000;
}

export const confidenceOf = (probability: number): Confidence => (probability >= enough ? 'high' : 'low');
