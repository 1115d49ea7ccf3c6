import { judge, meanQuality, overlap, percentile, type Quality } from './metrics.js';
import { bestGrades } from './queries.js';
import type { Answer } from './runQueries.js';

/** The figures of one language or of one kind of query. Latencies are in milliseconds. */
export interface Figures extends Quality {
  n: number;
  p50: number;
  p95: number;
}

export type FiguresByLanguage = Record<string, Figures>;

/** Whether the catalog has an answer to the query. */
const hasAnswer = ({ query }: Answer): boolean => bestGrades(query).length > 0;

/** Figures per language, Japanese first. */
export function toFigures(answers: readonly Answer[]): FiguresByLanguage {
  return Object.fromEntries(
    Object.entries(figuresBy(answers, ({ query }) => query.lang)).sort(([a], [b]) => (a < b ? 1 : -1)),
  );
}

/** Figures for each kind of query that has an answer. */
export function toFiguresByKind(answers: readonly Answer[]): Record<string, Figures> {
  return figuresBy(answers, ({ query }) => query.kind);
}

function figuresBy(answers: readonly Answer[], nameOf: (answer: Answer) => string): Record<string, Figures> {
  const answered = answers.filter(hasAnswer);
  return Object.fromEntries(
    [...new Set(answered.map(nameOf))].map((name) => {
      const own = answered.filter((answer) => nameOf(answer) === name);
      const times = own.map(({ milliseconds }) => milliseconds);
      const judgements = own.map(({ grades, query }) => judge(grades, bestGrades(query)));
      const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
      return [name, { n: own.length, ...meanQuality(judgements), p50, p95 }];
    }),
  );
}

/** Returns the answers without a relevant service among the first three, although there is one. */
export function misses(answers: readonly Answer[]): Answer[] {
  return answers.filter((answer) => hasAnswer(answer) && !answer.grades.slice(0, 3).some((grade) => grade > 0));
}

/** Returns the average share of the first ten results that two runs of the same queries have in common. */
export function meanOverlap(a: readonly Answer[], b: readonly Answer[]): number {
  const shares = a.map(({ ids }, i) => overlap(ids, b[i]?.ids ?? []));
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
