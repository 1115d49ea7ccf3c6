import { addLabels } from '@shirube/catalog';
import type { CategoryLabel, FullService } from '@shirube/contracts';
import {
  type BadLine,
  countNewFull,
  countNewLines,
  type ImportEntry,
  type ImportLine,
  type ImportSteps,
  type ImportTotals,
  importFull,
  importLines,
  runImport,
  scannerNote,
  withScannerExport,
} from '@shirube/exchange';
import { readSettings } from '@shirube/service-kit/settings';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { hasLocalCatalog, withCatalog } from '../stack/openCatalog.js';
import { openInput } from '../stack/openInput.js';
import { openQueue, type Queue } from '../stack/openQueue.js';
import { requireAccount } from '../stack/requireAccount.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { importSummary } from '../terminal/importSummary.js';
import { plainText } from '../terminal/plainText.js';
import { type Progress, startProgress } from '../terminal/progress.js';
import { counted } from '../terminal/quantities.js';

type Watch = Omit<ImportSteps, 'store' | 'onLabels'>;

/** Registrations and services of a full export, each as they came. */
function apart(entries: readonly ImportEntry[]): { lines: ImportLine[]; services: FullService[] } {
  return {
    lines: entries.flatMap((entry) => ('service' in entry ? [] : entry)),
    services: entries.flatMap((entry) => ('service' in entry ? entry.service : [])),
  };
}

/** Stores what is new, and tells the indexers of it. */
async function importNew(
  chunks: AsyncIterable<Buffer>,
  watch: Watch,
  { restore, account, progress }: { restore: boolean; account: string | undefined; progress: Progress },
): Promise<ImportTotals> {
  return withCatalog({ create: true }, async (catalog) => {
    const { id: accountId } = await requireAccount(catalog.database, account);
    let queue: Queue | undefined;
    const store = async (entries: readonly ImportEntry[]) => {
      const { lines, services } = apart(entries);
      const options = { restore, accountId };
      const registered = await importLines(catalog.database, lines, options);
      const exported = await importFull(catalog.database, services, options);
      const ids = [...registered.ids, ...exported.ids];
      const removed = registered.removed + exported.removed;
      // With nobody at work there is nobody to tell: the next start reads the whole catalog.
      if (ids.length > 0 && !catalog.alone) queue ??= await openQueue(catalog, progress.note);
      queue?.enqueue(ids);
      return { imported: ids.length, removed: restore ? 0 : removed };
    };
    const onLabels = (labels: CategoryLabel[]) => addLabels(catalog.database, labels);
    return runImport(chunks, { ...watch, store, onLabels }).finally(() => queue?.close());
  });
}

/** Counts what would be stored, and changes nothing. */
async function importDry(
  chunks: AsyncIterable<Buffer>,
  watch: Watch,
  { restore }: { restore: boolean },
): Promise<ImportTotals> {
  const settings = readSettings();
  if (!settings.DATABASE_URL && !(await hasLocalCatalog(settings))) {
    const store = async (entries: readonly ImportEntry[]) => ({ imported: entries.length, removed: 0 });
    return runImport(chunks, { ...watch, store, onLabels: async () => {} });
  }
  return withCatalog({}, ({ database }) => {
    const store = async (entries: readonly ImportEntry[]) => {
      const { lines, services } = apart(entries);
      const registered = await countNewLines(database, lines);
      const ids = services.map(({ id }) => id);
      const exported = await countNewFull(database, ids);
      const imported = registered.fresh + exported.fresh;
      const removed = registered.removed + exported.removed;
      return restore ? { imported: imported + removed, removed: 0 } : { imported, removed };
    };
    return runImport(chunks, { ...watch, store, onLabels: async () => {} });
  });
}

function describeBad({ line, faults, more }: BadLine): string {
  const parts = faults.map(({ path, message }) => `${path} ${message}`.trim());
  if (more) parts.push(`and ${counted(more, 'more fault')}`);
  return plainText(`line ${line}: ${parts.join('; ')}`);
}

export const command = defineCommand({
  path: 'import',
  summary: 'load services from NDJSON',
  notes: `A line is what is sent to POST /api/services. Bad lines are reported with their number and every fault, the good
ones are kept; the exit status is 1 when there were bad lines. It is safe to run again, also after an interruption:
a line that has been imported before, by this or another file, is passed over. A line that stands in a file twice is
two services. Of an export (export --full) services keep their ids, times, status and trust; its last line tells whether
it is whole. Ctrl-C stops after the batch under way.`,
  examples: ['shirube import services.ndjson', 'zcat services.ndjson.gz | shirube import - --dry-run'],
  form: (command) =>
    command
      .argument('<FILE>', 'NDJSON, one registration body a line, or a full export; - reads standard input')
      .option('--dry-run', 'check every line and say what would be stored; store nothing')
      .option('--restore', 'bring back services that were removed since an earlier import')
      .option('--account <ACCOUNT>', "whose the services become; the operator's when left out"),
  async run(file, { json = false, restore = false, account, dryRun = false }): Promise<Outcome> {
    const stop = stopOnSignal();
    const input = await openInput(file, stop.signal);
    const progress = startProgress('lines', { quiet: json });
    const chunks = withScannerExport(input.chunks, () => progress.note(scannerNote));
    const { size } = input;
    const bad: BadLine[] = [];
    const watch: Watch = {
      signal: stop.signal,
      onBad: (line) => (json ? bad.push(line) : progress.note(describeBad(line))),
      onProgress: (lines, position) => progress.advance(lines, size ? position / size : undefined),
    };
    const started = Date.now();
    try {
      const totals = await (dryRun
        ? importDry(chunks, watch, { restore })
        : importNew(chunks, watch, { restore, account, progress }));
      const seconds = (Date.now() - started) / 1000;
      return {
        data: { dryRun, ...totals, badLines: bad },
        text: importSummary(totals, { dryRun, seconds }),
        exitCode: stop.exitCode() || (totals.bad > 0 ? 1 : 0),
      };
    } finally {
      progress.end();
      stop.release();
    }
  },
});
