import { countServices, listSetAside, nodeProgress, type SetAsideService } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { describeEngine, engineStatus } from '../stack/engineStatus.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, counted, duration, moment } from '../terminal/quantities.js';
import { facts, table } from '../terminal/table.js';

const shownFailures = 100;

function failures(failed: readonly SetAsideService[], total: number): string {
  if (failed.length === 0) return '';
  const rows = failed.map(({ id, name, refusedAt, reason }) => [
    id,
    name ?? '(removed)',
    moment(refusedAt, ''),
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
      const [services, progress, failed, engine] = await Promise.all([
        countServices(database),
        nodeProgress(database, settings.SEARCH_NODE),
        listSetAside(database, shownFailures),
        engineStatus(settings),
      ]);
      const waiting = alone
        ? `${counted(progress.pending, 'service')}, until Shirube is started`
        : `${counted(progress.pending, 'service')}, the oldest for ${duration(progress.oldestSeconds)}`;
      const text = facts([
        ['catalog', counted(services, 'service')],
        ['pending', progress.pending === 0 ? 'none: search is up to date' : waiting],
        ['set aside', progress.setAside === 0 ? 'none' : counted(progress.setAside, 'service')],
        ...describeEngine(engine),
      ]);
      const lagSeconds = progress.oldestSeconds;
      return {
        data: {
          services,
          pending: progress.pending,
          lagSeconds,
          failed: progress.setAside,
          failures: failed,
          engine,
        },
        text: text + failures(failed, progress.setAside),
      };
    }),
});
