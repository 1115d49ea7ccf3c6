import type { RankedService } from '../searchEngine.js';

/** How sure it is that the first answer is one. */
export type Confidence = 'high' | 'low';

/** From these on the first answer is good nine times of ten (docs/ranking.md). */
const enoughScore = 0.4;
const enoughCoverage = 0.75;

/** Whether the best of the answers is one: by its score, and by how much of the query it covers. */
export function confidenceOf(best: RankedService | undefined): Confidence {
  return best && best.score >= enoughScore && best.coverage >= enoughCoverage ? 'high' : 'low';
}
