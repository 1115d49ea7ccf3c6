import type { Answer } from './askQueries.js';
import { firstRelevant, judge, meanQuality, overlap, percentile, type Quality } from './metrics.js';

/** The figures of one language. Latencies in milliseconds. */
export interface Figures extends Quality {
  n: number;
  p50: number;
  p95: number;
}

export type FiguresByLanguage = Record<string, Figures>;

/** Figures per language, Japanese first. */
export function toFigures(answers: readonly Answer[]): FiguresByLanguage {
  const languages = [...new Set(answers.map(({ query }) => query.lang))].sort().reverse();
  return Object.fromEntries(
    languages.map((lang) => {
      const own = answers.filter(({ query }) => query.lang === lang);
      const times = own.map(({ milliseconds }) => milliseconds);
      return [
        lang,
        {
          n: own.length,
          ...meanQuality(own.map(({ names, query }) => judge(names, query.relevant))),
          p50: percentile(times, 0.5),
          p95: percentile(times, 0.95),
        },
      ];
    }),
  );
}

/** Answers without a relevant service among the first three. */
export function misses(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ names, query }) => {
    const first = firstRelevant(names, query.relevant);
    return first < 0 || first >= 3;
  });
}

/** Average share of the first ten that two runs of the same queries have in common. */
export function meanOverlap(a: readonly Answer[], b: readonly Answer[]): number {
  const shares = a.map(({ ids }, i) => overlap(ids, b[i]?.ids ?? []));
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
