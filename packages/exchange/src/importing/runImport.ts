import { addLabels, type Database } from '@shirube/catalog';
import { reasonOf } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';
import { countNewFull, importFull } from './importFull.js';
import { countOwn, importOwn, type OnConflict } from './importOwn.js';
import { type BadLine, type ImportEntry, readImportLines } from './readImportLines.js';

const noTotals = () => ({
  /** Lines that became services. */
  imported: 0,
  /** Services of the account that are as a line says by now, and were not before. */
  updated: 0,
  /** Lines that an earlier import has brought. */
  alreadyImported: 0,
  /** Those of them whose service has been removed since, and was left so. */
  removed: 0,
  bad: 0,
  /** The line up to which everything is stored or reported. */
  lastLine: 0,
  /** Whether it was asked to stop before the end of the file. */
  interrupted: false,
});
export type ImportTotals = ReturnType<typeof noTotals>;

export interface ImportOptions {
  /** Whose the services become. */
  accountId: string;
  /** Brings back services that were removed since an earlier import. */
  restore: boolean;
  /** What becomes of a line whose endpoint the account has registered already. */
  onConflict: OnConflict;
  /** Counts what would be stored, and changes nothing. */
  dryRun: boolean;
  /** Told of the ids of what was stored. */
  onStored(ids: readonly string[]): Promise<void>;
  onBad(bad: BadLine): void;
  /** After every batch: lines so far, and bytes of the file up to there. */
  onProgress(lines: number, position: number): void;
  /** Aborts the reading of the file: the batch under way is still stored. */
  signal: AbortSignal;
}

const batchSize = 500;

type Stored = Pick<ImportTotals, 'imported' | 'updated' | 'removed'>;

/** Stores a batch of registrations and services of a full export, or counts what would be. */
async function store(
  database: Database | undefined,
  entries: readonly ImportEntry[],
  { accountId, restore, onConflict, dryRun, onStored }: ImportOptions,
): Promise<Stored> {
  if (!database) return { imported: entries.length, updated: 0, removed: 0 };
  const lines = entries.flatMap((entry) => ('service' in entry ? [] : entry));
  const services = entries.flatMap((entry) => ('service' in entry ? entry.service : []));
  if (dryRun) {
    const [own, full] = [
      await countOwn(database, lines, { accountId, onConflict }),
      await countNewFull(database, services),
    ];
    const { updated } = own;
    const removed = own.removed + full.removed;
    const imported = own.fresh + full.fresh;
    return restore ? { imported: imported + removed, updated, removed: 0 } : { imported, updated, removed };
  }
  const registered = await importOwn(database, lines, { restore, accountId, onConflict });
  const exported = await importFull(database, services, { restore, accountId });
  const ids = [...registered.ids, ...exported.ids];
  await onStored([...ids, ...registered.updated]);
  return {
    imported: ids.length,
    updated: registered.updated.length,
    removed: restore ? 0 : registered.removed + exported.removed,
  };
}

/**
 * Takes a file through in batches. Bad lines are reported and skipped; `signal` stops it between two batches. A dry
 * run needs no catalog.
 */
export async function runImport(
  database: Database | undefined,
  chunks: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<ImportTotals> {
  const { dryRun, onBad, onProgress, signal } = options;
  const totals = noTotals();
  let batch: ImportEntry[] = [];
  let lines = 0;

  async function storeBatch(lastLine: number): Promise<void> {
    if (batch.length > 0) {
      const { imported, updated, removed } = await store(database, batch, options).catch((error) => {
        throw new ExchangeError(
          `Stopped after line ${totals.lastLine}: ${reasonOf(error)}; run the same command again to go on.`,
        );
      });
      totals.imported += imported;
      totals.updated += updated;
      totals.alreadyImported += batch.length - imported - updated;
      totals.removed += removed;
      batch = [];
    }
    totals.lastLine = lastLine;
  }

  let last = 0;
  try {
    for await (const line of readImportLines(chunks, async (labels) => {
      if (database && !dryRun) await addLabels(database, labels);
    })) {
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
