import {
  countListed,
  listSetAside,
  nodeProgress,
  recordAction,
  retrySetAside,
  type SetAsideService,
} from '@shirube/catalog';
import { isServiceId } from '@shirube/contracts';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { CommandError, program } from '../program.js';
import { describeEngine, embeddedExplanation, engineStatus, meilisearchIndex } from '../stack/engineStatus.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { actor, asOperator } from '../stack/operator.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { count, duration, facts, moment, pluralize, table } from '../terminal/format.js';
import { startProgress } from '../terminal/progress.js';

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
  return `\n\nRefused by the engine; ${program} index retry tries them again:\n${table(['ID', 'NAME', 'SINCE', 'REASON'], rows)}${more}`;
}

export const indexStatus = defineCommand({
  path: 'index status',
  summary: 'show how far search is behind the catalog',
  notes: 'Pending services have changes that search does not show yet. The lag is the age of the oldest change.',
  run: () =>
    withCatalog({}, async ({ database, settings, alone }) => {
      const [services, progress, failed, engine] = await Promise.all([
        countListed(database),
        nodeProgress(database, settings.SEARCH_NODE),
        listSetAside(database, shownFailures),
        engineStatus(settings),
      ]);
      const waiting = alone
        ? `${pluralize(progress.pending, 'service')}, until Shirube is started`
        : `${pluralize(progress.pending, 'service')}, the oldest for ${duration(progress.oldestSeconds)}`;
      const text = facts([
        ['catalog', pluralize(services, 'service')],
        ['pending', progress.pending === 0 ? 'none: search is up to date' : waiting],
        ['set aside', progress.setAside === 0 ? 'none' : pluralize(progress.setAside, 'service')],
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

export const indexRetry = defineCommand({
  path: 'index retry',
  summary: 'retry services that the engine refused',
  notes: `A service that the engine refuses is set aside with the reason: ${program} index status shows both.`,
  examples: ['shirube index retry', 'shirube index retry 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('[ID...]', 'services to retry; all when left out'),
  async run(args) {
    const wanted = args.map((id) => id.toLowerCase());
    const retried = await withCatalog({}, async (catalog) => {
      const ids = await asOperator(
        catalog.database,
        (client) => retrySetAside(client, wanted.length > 0 ? wanted.filter(isServiceId) : undefined),
        (done) => (done.length > 0 ? { action: 'index retry', detail: { ids: done } } : undefined),
      );
      await enqueueChanged(catalog, ids);
      return ids;
    });
    const unknown = wanted.filter((id) => !retried.includes(id));
    if (unknown.length > 0) {
      const others = retried.length > 0 ? ` ${pluralize(retried.length, 'other service')} will be indexed again.` : '';
      throw new CommandError(`Not set aside, so there is nothing to retry: ${unknown.join(', ')}.${others}`);
    }
    const text =
      retried.length > 0
        ? `${pluralize(retried.length, 'service')} will be indexed again.`
        : 'No service is set aside.';
    return { data: { retried }, text };
  },
});

export const indexRebuild = defineCommand({
  path: 'index rebuild',
  summary: 'rebuild the search index without downtime',
  notes: `Fills a second index from the catalog and swaps it in. Reads and writes continue. Ctrl-C cancels the rebuild, and the
first index stays as it is.`,
  examples: ['shirube index rebuild'],
  run: ({ json = false }) =>
    withCatalog({}, async ({ database, settings }): Promise<Outcome> => {
      const index = await meilisearchIndex(settings);
      if (!index) return { data: { engine: 'embedded' }, text: embeddedExplanation };
      const { rebuildIndex } = await import('@shirube/indexing');
      const stop = stopOnSignal();
      const progress = startProgress('services', { quiet: json });
      const started = Date.now();
      await recordAction(database, actor, { action: 'index rebuild', subject: settings.SEARCH_NODE });
      try {
        const report = await rebuildIndex({
          database,
          node: settings.SEARCH_NODE,
          index,
          signal: stop.signal,
          onProgress: ({ done, total }) => progress.advance(done, total > 0 ? done / total : undefined),
        });
        const seconds = (Date.now() - started) / 1000;
        const refused =
          report.refused > 0
            ? `\nThe engine refuses ${pluralize(report.refused, 'service')}: ${program} index status shows why.`
            : '';
        return {
          data: { engine: 'meilisearch', ...report, seconds },
          text: `Rebuilt the index with ${pluralize(report.indexed, 'service')} in ${duration(seconds)}.${refused}`,
        };
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        const text = 'Stopped: the index stays as it was.';
        return { data: { engine: 'meilisearch', interrupted: true }, text, exitCode: stop.exitCode() };
      } finally {
        progress.end();
        stop.release();
        await index.close();
      }
    }),
});
