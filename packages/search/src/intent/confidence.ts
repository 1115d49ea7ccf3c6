import type { RankedService } from '../searchEngine.js';
import { coverage } from './coverage.js';
import type { IntentQuery } from './intentQuery.js';

/** How sure it is that the first answer is one. */
export type Confidence = 'high' | 'low';

/** From these on the first answer is good nine times of ten (docs/ranking.md). */
const enoughScore = 0.4;
const enoughCoverage = 0.6;

/** Whether the best of the answers is one: by its score, and by how much of the query it covers. */
export function confidenceOf({ groups }: IntentQuery, best: RankedService | undefined): Confidence {
  if (!best) return 'low';
  const isSure = best.score >= enoughScore && coverage(groups, best.matches) >= enoughCoverage;
  return isSure ? 'high' : 'low';
}
