import { countServices, type FailedService, ledgerStatus, listFailed } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { describeEngine, engineStatus } from '../stack/engineStatus.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, counted, duration, moment } from '../terminal/quantities.js';
import { facts, table } from '../terminal/table.js';

const shownFailures = 100;

function failures(failed: readonly FailedService[], total: number): string {
  if (failed.length === 0) return '';
  const rows = failed.map(({ id, name, failedAt, reason }) => [
    id,
    name ?? '(removed)',
    moment(failedAt, ''),
    reason,
  ]);
  const more = total > failed.length ? `\n… and ${count(total - failed.length)} more` : '';
  return `\n\nRefused by the engine; ${program} index retry gives them another chance:\n${table(['ID', 'NAME', 'SINCE', 'REASON'], rows)}${more}`;
}

export const command = defineCommand({
  path: 'index status',
  summary: 'show how far search is behind the catalog',
  notes: 'Pending is what search does not show yet; the age of the oldest is how far search is behind.',
  examples: ['shirube index status', 'shirube index status --json'],
  run: () =>
    withCatalog({}, async ({ database, settings, alone }) => {
      const [services, ledger, failed, engine] = await Promise.all([
        countServices(database),
        ledgerStatus(database, settings.SEARCH_NODE),
        listFailed(database, shownFailures),
        engineStatus(settings),
      ]);
      const waiting = alone
        ? `${counted(ledger.pending, 'service')}, until Shirube is started`
        : `${counted(ledger.pending, 'service')}, the oldest for ${duration(ledger.oldestSeconds)}`;
      const text = facts([
        ['catalog', counted(services, 'service')],
        ['pending', ledger.pending === 0 ? 'none: search is up to date' : waiting],
        ['set aside', ledger.failed === 0 ? 'none' : counted(ledger.failed, 'service')],
        ...describeEngine(engine),
      ]);
      const lagSeconds = ledger.oldestSeconds;
      return {
        data: {
          services,
          pending: ledger.pending,
          lagSeconds,
          failed: ledger.failed,
          failures: failed,
          engine,
        },
        text: text + failures(failed, ledger.failed),
      };
    }),
});
