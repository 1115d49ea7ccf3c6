import { operatorAccount } from '@shirube/catalog';
import { Option } from '@shirube/command-line';
import { type BadLine, conflictChoices, runImport, scannerNote, withScannerExport } from '@shirube/exchange';
import { readSettings } from '@shirube/service-kit/settings';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { hasLocalCatalog, withCatalog } from '../stack/openCatalog.js';
import { openInput } from '../stack/openInput.js';
import { openQueue } from '../stack/openQueue.js';
import { requireAccount } from '../stack/requireAccount.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { importSummary } from '../terminal/importSummary.js';
import { startProgress } from '../terminal/progress.js';
import { counted } from '../terminal/quantities.js';
import { plainText } from '../terminal/table.js';

function describeBad({ line, faults, more }: BadLine): string {
  const parts = faults.map(({ path, message }) => `${path} ${message}`.trim());
  if (more) parts.push(`and ${counted(more, 'more fault')}`);
  return plainText(`line ${line}: ${parts.join('; ')}`);
}

export const command = defineCommand({
  path: 'import',
  summary: 'load services from NDJSON',
  notes: `A line is what is sent to POST /api/services. Bad lines are reported with their number and every fault, the good
ones are kept; the exit status is 1 when there were bad lines. It is safe to run again, also after an interruption: where
the account has the endpoint of a line already, that service is changed to what the line says, or left as it is
(--on-conflict skip), or the import stops (--on-conflict fail); no endpoint becomes two services. Of an export (export --full) services keep their ids, times, status and trust; its last line tells whether
it is whole. Ctrl-C stops after the batch under way.`,
  examples: ['shirube import services.ndjson', 'zcat services.ndjson.gz | shirube import - --dry-run'],
  form: (command) =>
    command
      .argument('<FILE>', 'NDJSON, one registration body a line, or a full export; - reads standard input')
      .option('--dry-run', 'check every line and say what would be stored; store nothing')
      .option('--restore', 'bring back services that were removed since an earlier import')
      .addOption(
        new Option('--on-conflict <CHOICE>', 'what to do where the account has the endpoint already')
          .choices(conflictChoices)
          .default('update' as const),
      )
      .option('--account <ACCOUNT>', "whose the services become; the operator's when left out"),
  async run(file, { json = false, restore = false, onConflict, account, dryRun = false }): Promise<Outcome> {
    const stop = stopOnSignal();
    const { chunks: bytes, size } = await openInput(file, stop.signal);
    const progress = startProgress('lines', { quiet: json });
    const chunks = withScannerExport(bytes, () => progress.note(scannerNote));
    const bad: BadLine[] = [];
    const options = {
      accountId: operatorAccount,
      restore,
      onConflict,
      dryRun,
      signal: stop.signal,
      onStored: async () => {},
      onBad: (line: BadLine) => void (json ? bad.push(line) : progress.note(describeBad(line))),
      onProgress: (lines: number, position: number) => progress.advance(lines, size ? position / size : undefined),
    };
    const importAll = () =>
      withCatalog({ create: !dryRun }, async (catalog) => {
        const { id: accountId } = await requireAccount(catalog.database, account);
        const queue = openQueue(catalog, progress.note);
        const onStored = queue.enqueue;
        return runImport(catalog.database, chunks, { ...options, accountId, onStored }).finally(queue.close);
      });
    const started = Date.now();
    try {
      const settings = readSettings();
      const hasCatalog = settings.DATABASE_URL || (await hasLocalCatalog(settings));
      const totals = await (dryRun && !hasCatalog ? runImport(undefined, chunks, options) : importAll());
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
