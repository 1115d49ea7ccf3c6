import type { CategoryLabel } from '@shirube/contracts';
import { reasonOf } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';
import { type BadLine, type ImportEntry, readImportLines } from './readImportLines.js';

export interface ImportTotals {
  /** Lines that became services. */
  imported: number;
  /** Lines that an earlier import has brought. */
  alreadyImported: number;
  /** Those of them whose service has been removed since, and was left so. */
  removed: number;
  bad: number;
  /** The line up to which everything is stored or reported. */
  lastLine: number;
  /** Whether it was asked to stop before the end of the file. */
  interrupted: boolean;
}

export interface ImportSteps {
  /** Stores a batch; says how many lines became services and how many had been removed and were left so. */
  store(entries: readonly ImportEntry[]): Promise<{ imported: number; removed: number }>;
  /** Keeps the labels of categories that a full export begins with. */
  onLabels(labels: CategoryLabel[]): Promise<void>;
  onBad(bad: BadLine): void;
  /** After every batch: lines so far, and bytes of the file up to there. */
  onProgress(lines: number, position: number): void;
  /** Aborts the reading of the file: the batch under way is still stored. */
  signal: AbortSignal;
}

const batchSize = 500;

/** Takes a file through in batches. Bad lines are reported and passed over; `signal` stops it between two batches. */
export async function runImport(
  chunks: AsyncIterable<Buffer>,
  { store, onLabels, onBad, onProgress, signal }: ImportSteps,
): Promise<ImportTotals> {
  const totals: ImportTotals = {
    imported: 0,
    alreadyImported: 0,
    removed: 0,
    bad: 0,
    lastLine: 0,
    interrupted: false,
  };
  let batch: ImportEntry[] = [];
  let lines = 0;

  async function storeBatch(lastLine: number): Promise<void> {
    if (batch.length > 0) {
      const { imported, removed } = await store(batch).catch((error) => {
        throw new ExchangeError(
          `Stopped after line ${totals.lastLine}: ${reasonOf(error)}; run the same command again to go on.`,
        );
      });
      totals.imported += imported;
      totals.alreadyImported += batch.length - imported;
      totals.removed += removed;
      batch = [];
    }
    totals.lastLine = lastLine;
  }

  let last = 0;
  try {
    for await (const line of readImportLines(chunks, onLabels)) {
      last = line.number;
      lines += 1;
      if ('good' in line) {
        batch.push(line.good);
      } else {
        totals.bad += 1;
        onBad(line.bad);
      }
      if (lines % batchSize !== 0) continue;
      await storeBatch(line.number);
      onProgress(lines, line.position);
      if (signal.aborted) return { ...totals, interrupted: true };
    }
  } catch (error) {
    if (!signal.aborted || error instanceof ExchangeError) throw error;
    return { ...totals, interrupted: true };
  }
  await storeBatch(last);
  return totals;
}
