import { operatorAccount, recordAction } from '@shirube/catalog';
import { type BadLine, conflictChoices, runImport, scannerNote, withScannerExport } from '@shirube/exchange';
import { readSettings } from '@shirube/service-kit/settings';
import { Option } from '../commandLine/index.js';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { hasLocalCatalog, withCatalog } from '../stack/openCatalog.js';
import { openInput } from '../stack/openInput.js';
import { openQueue } from '../stack/openQueue.js';
import { actor, requireAccount } from '../stack/operator.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { plainText, pluralize } from '../terminal/format.js';
import { importSummary } from '../terminal/importSummary.js';
import { startProgress } from '../terminal/progress.js';

function describeBad({ line, faults, more }: BadLine): string {
  const parts = faults.map(({ path, message }) => `${path} ${message}`.trim());
  if (more) parts.push(`and ${pluralize(more, 'more fault')}`);
  return plainText(`line ${line}: ${parts.join('; ')}`);
}

export const importFrom = defineCommand({
  path: 'import',
  summary: 'load services from NDJSON',
  notes: `Each line is a body of POST /api/services. Invalid lines are reported with their number and every fault. Valid lines are
stored. The exit status is 1 if there were invalid lines. If the first 20 lines are all invalid, it is probably the wrong
file, and the import stops. It is safe to run again, even after an interruption. If the account already has the endpoint
of a line, that service is updated, left as it is (--on-conflict skip), or the import stops (--on-conflict fail). One
account never gets two services with the same endpoint. Services of a full export (export --full) keep their ids, times,
status and trust. If its last line does not show that it is complete and unchanged, nothing of it is stored. Ctrl-C stops after the current batch.`,
  examples: ['shirube import services.ndjson', 'zcat services.ndjson.gz | shirube import - --dry-run'],
  form: (command) =>
    command
      .argument('<FILE>', 'NDJSON, one registration body per line, or a full export; - reads standard input')
      .option('--dry-run', 'check every line and say what would be stored; store nothing')
      .option('--force', 'store a full export that was cut or changed; its status and trust may be forged')
      .option('--restore', 'restore services that were removed since an earlier import')
      .addOption(
        new Option('--on-conflict <CHOICE>', 'what to do when the account already has the endpoint')
          .choices(conflictChoices)
          .default('update' as const),
      )
      .option('--account <ACCOUNT>', "account that owns the services; the operator's when left out"),
  async run(
    file,
    { json = false, force = false, restore = false, onConflict, account, dryRun = false },
  ): Promise<Outcome> {
    const stop = stopOnSignal();
    const { chunks: bytes, size } = await openInput(file, stop.signal);
    const progress = startProgress('lines', { quiet: json });
    const chunks = withScannerExport(bytes, () => progress.note(scannerNote));
    const bad: BadLine[] = [];
    const options = {
      accountId: operatorAccount,
      restore,
      onConflict,
      force,
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
        if (!dryRun)
          await recordAction(catalog.database, actor, {
            action: 'import',
            subject: accountId,
            detail: { file, force },
          });
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
        text: importSummary(totals, { dryRun, seconds, onConflict }),
        exitCode: stop.exitCode() || (totals.bad > 0 ? 1 : 0),
      };
    } finally {
      progress.end();
      stop.release();
    }
  },
});
