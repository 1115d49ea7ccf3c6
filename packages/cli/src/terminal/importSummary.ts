import type { ImportTotals, OnConflict } from '@shirube/exchange';
import { count, duration, pluralize } from './format.js';

/** Summarizes an import for people. */
export function importSummary(
  totals: ImportTotals,
  { dryRun, seconds, onConflict }: { dryRun: boolean; seconds: number; onConflict: OnConflict },
): string {
  const rate = Math.round(totals.imported / Math.max(seconds, 0.001));
  const sentences = [
    dryRun
      ? `Would import ${pluralize(totals.imported, 'service')}; nothing was stored.`
      : `Imported ${pluralize(totals.imported, 'service')} in ${duration(seconds)}${totals.imported > 0 ? ` (${count(rate)}/s)` : ''}.`,
  ];
  if (totals.updated > 0)
    sentences.push(`${pluralize(totals.updated, 'service')} ${dryRun ? 'would be updated' : 'updated'}.`);
  const skipped = totals.alreadyImported - totals.removed;
  if (skipped > 0) {
    const why = onConflict === 'skip' ? 'skipped: the account already has the endpoint' : 'skipped: already imported';
    sentences.push(`${pluralize(skipped, 'line')} ${why}.`);
  }
  if (totals.removed > 0) {
    sentences.push(
      `${pluralize(totals.removed, 'line')} skipped, because the service was removed (--restore brings it back).`,
    );
  }
  if (totals.bad > 0) sentences.push(`${pluralize(totals.bad, 'invalid line')} skipped.`);
  if (totals.wrongFile) {
    sentences.push(
      `Stopped: the first ${totals.bad} lines are all invalid. Is this the right file? Each line is one registration as JSON.`,
    );
  }
  if (totals.interrupted) {
    sentences.push(`Stopped after line ${count(totals.lastLine)}: run the same command again to continue.`);
  }
  return sentences.join('\n');
}
