import { addLabels, type Database } from '@shirube/catalog';
import { type CategoryLabel, reasonOf } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';
import { countNewFull, importFull } from './importFull.js';
import { countOwn, importOwn, type OnConflict } from './importOwn.js';
import { type BadLine, type ImportItem, readImportLines } from './readImportLines.js';
import { storeEach } from './storeEach.js';

const noTotals = () => ({
  /** Lines that became services. */
  imported: 0,
  /** Services of the account that a line has changed. */
  updated: 0,
  /** Lines that an earlier import stored. */
  alreadyImported: 0,
  /** Those of `alreadyImported` whose service was removed since, and stays removed. */
  removed: 0,
  bad: 0,
  /** The number of the last line that is stored or reported. */
  lastLine: 0,
  /** Whether it was interrupted before the end of the file. */
  interrupted: false,
  /** Whether it stopped because this does not look like an import file. */
  wrongFile: false,
});
export type ImportTotals = ReturnType<typeof noTotals>;

interface ImportOptions {
  /** The account that will own the services. */
  accountId: string;
  /** Whether to restore services that were removed since an earlier import. */
  restore: boolean;
  /** What to do with a line whose endpoint the account has registered already. */
  onConflict: OnConflict;
  /** Whether to store full exports that are truncated or changed, too: status and trust in them may be forged. */
  force: boolean;
  /** Only counts what would be stored, and changes nothing. */
  dryRun: boolean;
  /** Gets the ids of what was stored. */
  onStored(ids: readonly string[]): Promise<void>;
  onBad(bad: BadLine): void;
  /** Called after every batch with the lines so far, and the bytes of the file up to there. */
  onProgress(lines: number, position: number): void;
  /** Stops reading the file. The batch in progress is still stored. */
  signal: AbortSignal;
}

const batchSize = 500;
/** After this many bad lines without a good one, it is probably the wrong file. */
const badLinesOfWrongFile = 20;

interface NumberedItem {
  number: number;
  item: ImportItem;
}

type Stored = Pick<ImportTotals, 'imported' | 'updated' | 'removed'>;

/** Stores a batch of registrations and services of a full export, or only counts them in a dry run. */
async function store(
  database: Database | undefined,
  numbered: readonly NumberedItem[],
  { accountId, restore, onConflict, dryRun, onStored }: ImportOptions,
): Promise<Stored> {
  const items = numbered.map(({ item }) => item);
  if (!database) return { imported: items.length, updated: 0, removed: 0 };
  const lines = items.flatMap((item) => ('service' in item ? [] : item));
  const services = items.flatMap((item) => ('service' in item ? item.service : []));
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
 * Imports a file in batches. Bad lines are reported and skipped. `signal` stops it between two batches. A dry run needs
 * no catalog.
 */
export async function runImport(
  database: Database | undefined,
  chunks: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<ImportTotals> {
  const { dryRun, force, onBad, onProgress, signal } = options;
  const totals = noTotals();
  let batch: NumberedItem[] = [];
  let lines = 0;

  const skip = (bad: BadLine) => {
    totals.bad += 1;
    onBad(bad);
  };

  async function storeBatch(lastLine: number): Promise<void> {
    if (batch.length > 0) {
      const stored = await storeEach(
        batch,
        async (some) => ({ ...(await store(database, some, options)), lines: some.length }),
        ({ number }, message) => skip({ line: number, faults: [{ path: '', message }] }),
      ).catch((error) => {
        const stopped = totals.lastLine > 0 ? `Stopped after line ${totals.lastLine}` : 'Nothing was imported';
        const goOn = error instanceof ExchangeError ? '' : '; run the same command again to continue';
        throw new ExchangeError(`${stopped}: ${reasonOf(error)}${goOn}.`);
      });
      for (const { imported, updated, removed, lines } of stored) {
        totals.imported += imported;
        totals.updated += updated;
        totals.alreadyImported += lines - imported - updated;
        totals.removed += removed;
      }
      batch = [];
    }
    totals.lastLine = lastLine;
  }

  let last = 0;
  try {
    const onLabels = async (labels: CategoryLabel[]) => {
      if (database && !dryRun) await addLabels(database, labels);
    };
    for await (const line of readImportLines(chunks, { onLabels, force })) {
      last = line.number;
      lines += 1;
      if ('good' in line) {
        batch.push({ number: line.number, item: line.good });
      } else {
        skip(line.bad);
        if (totals.bad === badLinesOfWrongFile && lines === totals.bad) {
          return { ...totals, lastLine: last, wrongFile: true };
        }
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
