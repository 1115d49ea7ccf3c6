import type { ImportLine } from '@shirube/catalog';
import { type BadLine, readImportLines } from './readImportLines.js';

export interface ImportTotals {
  /** Lines that became services. */
  imported: number;
  /** Lines that an earlier import has brought. */
  alreadyImported: number;
  /** Those of them whose service has been removed since, and was left so. */
  removed: number;
  bad: number;
  /** The last line that was dealt with. */
  lastLine: number;
  /** Whether it was asked to stop before the end of the file. */
  interrupted: boolean;
}

export interface ImportSteps {
  /** Stores a batch; says how many lines became services and how many had been removed and were left so. */
  store(lines: readonly ImportLine[]): Promise<{ imported: number; removed: number }>;
  onBad(bad: BadLine): void;
  /** After every batch: lines so far, and bytes of the file up to there. */
  onProgress(lines: number, position: number): void;
  /** Stops after the batch under way. */
  signal: AbortSignal;
}

const batchSize = 500;

/** Takes a file through in batches. Bad lines are reported and passed over; `signal` stops it between two batches. */
export async function runImport(
  chunks: AsyncIterable<Buffer>,
  { store, onBad, onProgress, signal }: ImportSteps,
): Promise<ImportTotals> {
  const totals: ImportTotals = {
    imported: 0,
    alreadyImported: 0,
    removed: 0,
    bad: 0,
    lastLine: 0,
    interrupted: false,
  };
  let batch: ImportLine[] = [];
  let lines = 0;

  async function storeBatch(): Promise<void> {
    if (batch.length === 0) return;
    const { imported, removed } = await store(batch);
    totals.imported += imported;
    totals.alreadyImported += batch.length - imported;
    totals.removed += removed;
    batch = [];
  }

  for await (const line of readImportLines(chunks)) {
    if ('good' in line) {
      batch.push(line.good);
    } else {
      totals.bad += 1;
      onBad(line.bad);
    }
    lines += 1;
    totals.lastLine = line.number;
    if (batch.length < batchSize && lines % batchSize !== 0) continue;
    await storeBatch();
    onProgress(lines, line.position);
    if (!signal.aborted) continue;
    return { ...totals, interrupted: true };
  }
  await storeBatch();
  return totals;
}
