import { setTimeout as delay } from 'node:timers/promises';
import { findVerification, removeVerification, requestVerification, type VerifyReport } from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import { defineCommand } from '../defineCommand.js';
import { CommandError, program } from '../program.js';
import { meilisearchIndex } from '../stack/engineStatus.js';
import { type Catalog, withCatalog } from '../stack/openCatalog.js';
import { openQueue } from '../stack/openQueue.js';
import { count, facts, pluralize } from '../terminal/format.js';
import { type Progress, startProgress } from '../terminal/progress.js';

const shownIds = 10;
const notRunning =
  'The search engine is embedded, and Shirube is not running: there is no index to compare. It is built from the catalog at every start.';

function listed(ids: readonly string[]): string {
  if (ids.length === 0) return 'none';
  const more = ids.length > shownIds ? ` and ${count(ids.length - shownIds)} more` : '';
  return `${count(ids.length)}: ${ids.slice(0, shownIds).join(' ')}${more}`;
}

async function compareMeilisearch(
  index: SearchIndex,
  catalog: Catalog,
  { repair, progress }: { repair: boolean; progress: Progress },
): Promise<VerifyReport> {
  const { verifyIndex } = await import('@shirube/indexing');
  const queue = repair ? openQueue(catalog, progress.note) : undefined;
  try {
    return await verifyIndex({
      database: catalog.database,
      node: catalog.settings.SEARCH_NODE,
      index,
      repair,
      enqueue: queue?.enqueue,
      onProgress: ({ checked }) => progress.advance(checked, undefined),
    });
  } finally {
    await queue?.close();
    await index.close();
  }
}

/** The process looks for requests once a second. */
const patienceMilliseconds = 10_000;

/** Has the process of the embedded engine compare: no other one can read its index. */
async function compareEmbedded({ database }: Catalog, repair: boolean): Promise<VerifyReport> {
  const id = await requestVerification(database, repair);
  const deadline = Date.now() + patienceMilliseconds;
  try {
    for (;;) {
      const { isStarted, report } = await findVerification(database, id);
      if (report) return report;
      if (!isStarted && Date.now() > deadline) {
        throw new CommandError(
          'No process with the embedded engine answers on this catalog: start Shirube, or set MEILI_URL if it uses Meilisearch.',
        );
      }
      await delay(100);
    }
  } finally {
    await removeVerification(database, id);
  }
}

export const indexVerify = defineCommand({
  path: 'index verify',
  summary: 'compare the search index with the catalog',
  notes: `Compares catalog and index by id and revision, while both are in use. The embedded engine is compared by the running Shirube. Pending services are not counted as differences.
The exit status is 1 when they differ and --repair was not given.`,
  examples: ['shirube index verify', 'shirube index verify --repair'],
  form: (command) => command.option('--repair', 'index services that differ again'),
  run: ({ json = false, repair = false }) =>
    withCatalog({}, async (catalog) => {
      const index = await meilisearchIndex(catalog.settings);
      const engine = index ? 'meilisearch' : 'embedded';
      if (!index && catalog.alone) return { data: { engine }, text: notRunning };
      const progress = startProgress('services compared', { quiet: json });
      const comparing = index
        ? compareMeilisearch(index, catalog, { repair, progress })
        : compareEmbedded(catalog, repair);
      const report = await comparing.finally(progress.end);
      const drift = report.missing.length + report.stale.length + report.surplus.length;
      const found = facts([
        ['compared', pluralize(report.checked, 'service')],
        ['missing from the index', listed(report.missing)],
        ['out of date in the index', listed(report.stale)],
        ['in the index, but removed', listed(report.surplus)],
      ]);
      const summary =
        drift === 0
          ? 'Catalog and index agree.'
          : repair
            ? `${pluralize(drift, 'service')} will be indexed again.`
            : `${pluralize(drift, 'service differs', 'services differ')}: ${program} index verify --repair fixes it.`;
      return {
        data: { engine, ...report, repaired: repair },
        text: `${found}\n\n${summary}`,
        exitCode: drift > 0 && !repair ? 1 : 0,
      };
    }),
});
