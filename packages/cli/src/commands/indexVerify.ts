import { defineCommand } from '../defineCommand.js';
import { program } from '../program.js';
import { embeddedExplained, meilisearchIndex } from '../stack/engineStatus.js';
import { withCatalog } from '../stack/openCatalog.js';
import { openQueue } from '../stack/openQueue.js';
import { startProgress } from '../terminal/progress.js';
import { count, counted } from '../terminal/quantities.js';
import { facts } from '../terminal/table.js';

const shownIds = 10;

function listed(ids: readonly string[]): string {
  if (ids.length === 0) return 'none';
  const more = ids.length > shownIds ? ` and ${count(ids.length - shownIds)} more` : '';
  return `${count(ids.length)}: ${ids.slice(0, shownIds).join(' ')}${more}`;
}

export const indexVerify = defineCommand({
  path: 'index verify',
  summary: 'compare the search index with the catalog',
  notes: `Compares catalog and index by id and revision, while both are in use. Pending services are not counted as differences.
The exit status is 1 when they differ and --repair was not given.`,
  examples: ['shirube index verify', 'shirube index verify --repair'],
  form: (command) => command.option('--repair', 'index services that differ again'),
  run: ({ json = false, repair = false }) =>
    withCatalog({}, async (catalog) => {
      const index = await meilisearchIndex(catalog.database, catalog.settings);
      if (!index) return { data: { engine: 'embedded' }, text: embeddedExplained };
      const { verifyIndex } = await import('@shirube/indexing');
      const progress = startProgress('services compared', { quiet: json });
      const queue = repair ? openQueue(catalog, progress.note) : undefined;
      try {
        const report = await verifyIndex({
          database: catalog.database,
          node: catalog.settings.SEARCH_NODE,
          index,
          repair,
          enqueue: queue?.enqueue,
          onProgress: ({ checked }) => progress.advance(checked, undefined),
        });
        const drift = report.missing.length + report.stale.length + report.surplus.length;
        const found = facts([
          ['compared', counted(report.checked, 'service')],
          ['missing from the index', listed(report.missing)],
          ['out of date in the index', listed(report.stale)],
          ['in the index, but removed', listed(report.surplus)],
        ]);
        const summary =
          drift === 0
            ? 'Catalog and index agree.'
            : repair
              ? `${counted(drift, 'service')} will be indexed again.`
              : `${counted(drift, 'service')} differ: ${program} index verify --repair fixes it.`;
        return {
          data: { engine: 'meilisearch', ...report, repaired: repair },
          text: `${found}\n\n${summary}`,
          exitCode: drift > 0 && !repair ? 1 : 0,
        };
      } finally {
        progress.end();
        await queue?.close();
        await index.close();
      }
    }),
});
