import { InvalidArgumentError } from '@shirube/cli/command-line';
import type { FiguresByLanguage } from './figures.js';
import { measures, type Quality } from './metrics.js';

/** The minimum that a figure must reach. */
export interface Minimum {
  lang: string;
  measure: keyof Quality;
  least: number;
}

/** Parses "ja:ndcg=0.8,en:mrr=0.7". */
export function readMinimums(text: string): Minimum[] {
  return text
    .split(',')
    .filter((rule) => rule.trim() !== '')
    .map((rule) => {
      const [, lang, name, number] = /^\s*(\w+):(\w+)=(\d*\.?\d+)\s*$/.exec(rule) ?? [];
      const measure = measures.find((known) => known === name);
      if (lang === undefined || measure === undefined) {
        throw new InvalidArgumentError(`"${rule}" is not of the form ja:ndcg=0.8 (${measures.join(', ')}).`);
      }
      return { lang, measure, least: Number(number) };
    });
}

/** Returns one sentence for each figure that is too low or missing. */
export function shortfalls(minimums: readonly Minimum[], figures: FiguresByLanguage): string[] {
  return minimums.flatMap(({ lang, measure, least }) => {
    const reached = figures[lang]?.[measure];
    if (reached !== undefined && reached >= least) return [];
    return [`short of ${lang}:${measure} ${least}: ${reached?.toFixed(3) ?? 'no such queries'}`];
  });
}
