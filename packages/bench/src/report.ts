import { writeFile } from 'node:fs/promises';
import type { CaseResult } from './benchCase.js';

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

function row(result: CaseResult): string[] {
  const { name, ratio, atLeast, spread, ours, theirs, holds } = result;
  return [
    name,
    ratio.toFixed(2),
    atLeast.toFixed(2),
    spread.map((value) => value.toFixed(2)).join('–'),
    figure(ours),
    figure(theirs),
    holds ? 'yes' : 'NO',
  ];
}

/** Formats the results as a table, with the baselines and further conditions below it. */
export function table(results: readonly CaseResult[]): string {
  const rows = [['case', 'ratio', 'at least', 'spread', 'ours/s', 'baseline/s', 'holds'], ...results.map(row)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  const notes = results.flatMap(({ name, baseline, conditions, disturbed }) => [
    `${name}: against ${baseline}`,
    ...disturbed.map((what) => `  DISTURBED: ${what}`),
    ...conditions.map(({ holds, text }) => `  ${holds ? 'holds' : 'DOES NOT HOLD'}: ${text}`),
  ]);
  return `${lines.join('\n')}\n\n${notes.join('\n')}\n`;
}

/** Writes the results in machine-readable form. */
export async function writeJson(file: string, results: readonly CaseResult[]): Promise<void> {
  await writeFile(file, `${JSON.stringify({ cases: results }, null, 2)}\n`);
}
