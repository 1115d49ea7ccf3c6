import type { RecordedRun } from './baseline.js';
import type { Calibration } from './calibration.js';
import type { Run } from './evaluate.js';
import type { Figures } from './figures.js';
import { eachMeasure, measures, type Quality } from './metrics.js';
import type { Answer } from './runQueries.js';

const titles: Record<keyof Quality, string> = {
  ndcg: 'nDCG@10',
  mrr: 'MRR@10',
  recall: 'recall@10',
  hit3: 'hit@3',
};
const signed = new Intl.NumberFormat('en', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});

/** Returns the change since the recorded run, or undefined if there is none or it had other queries. */
export function change(now: Figures, before: RecordedRun[string] | undefined): Quality | undefined {
  if (before?.n !== now.n) return undefined;
  return eachMeasure((measure) => now[measure] - before[measure]);
}

/** Returns one line per language, with the change since the recorded run if there is one, and one per kind of query. */
export function table({ figures, kinds }: Run, recorded: RecordedRun = {}): string {
  const own = Object.keys(kinds).length > 1 ? kinds : {};
  return figureTable({ ...figures, ...own }, recorded);
}

/** Returns the calibration of probability and confidence, one line each. */
export function calibrationLines({ auc, high, highGood, none, noneAnswered, noneHigh }: Calibration): string {
  return [
    ...(auc === undefined ? [] : [`probability of the first answer: AUC ${auc.toFixed(3)}`]),
    `high confidence: ${high}, of which good first answers: ${highGood}`,
    ...(none === 0 ? [] : [`without an answer: ${none}, answered: ${noneAnswered}, with confidence: ${noneHigh}`]),
  ].join('\n');
}

function figureTable(figures: Record<string, Figures>, recorded: RecordedRun): string {
  const rows = Object.entries(figures).map(([lang, own]) => {
    const changed = change(own, recorded[lang]);
    const cells = measures.map((measure) => {
      const figure = own[measure].toFixed(3);
      return changed ? `${figure} (${signed.format(changed[measure])})` : figure;
    });
    return [lang, String(own.n), ...cells, own.p50.toFixed(1), own.p95.toFixed(1)];
  });
  const head = ['', 'n', ...measures.map((measure) => titles[measure]), 'p50 ms', 'p95 ms'];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  return [head, ...rows]
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Describes a query that was answered badly: what was understood, what was found, what was expected. */
export function miss({ query, tokens, names }: Answer): string {
  return [
    `miss ${query.lang}  ${query.q}`,
    `  tokens  ${tokens.join(' | ')}`,
    `  top     ${names.slice(0, 3).join(' | ') || '(nothing)'}`,
    `  wanted  ${query.relevant.slice(0, 5).join(' | ')}`,
  ].join('\n');
}
