import { bestGrades } from './queries.js';
import type { Answer } from './runQueries.js';

/** How well probability and confidence predict whether the first answers are good. */
export interface Calibration {
  /** How often a good first answer has a higher probability than a bad one. Undefined unless both occur. */
  auc: number | undefined;
  /** The number of queries answered with high confidence, and how many of their first answers are good. */
  high: number;
  highGood: number;
  /**
   * The number of queries that the catalog cannot answer, how many got an answer anyway, and how many one of high
   * confidence.
   */
  none: number;
  noneAnswered: number;
  noneHigh: number;
}

const isGood = ({ grades }: Answer): boolean => (grades[0] ?? 0) > 0;
const isHigh = ({ confidence }: Answer): boolean => confidence === 'high';

export function toCalibration(answers: readonly Answer[]): Calibration {
  const high = answers.filter(isHigh);
  const none = answers.filter(({ query }) => bestGrades(query).length === 0);
  return {
    auc: areaUnderCurve(
      answers.filter(isGood).map(({ probability }) => probability),
      answers.filter((answer) => !isGood(answer)).map(({ probability }) => probability),
    ),
    high: high.length,
    highGood: high.filter(isGood).length,
    none: none.length,
    noneAnswered: none.filter(({ names }) => names.length > 0).length,
    noneHigh: none.filter(isHigh).length,
  };
}

function areaUnderCurve(good: readonly number[], bad: readonly number[]): number | undefined {
  if (good.length === 0 || bad.length === 0) return undefined;
  const wins = good.flatMap((a) => bad.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}
