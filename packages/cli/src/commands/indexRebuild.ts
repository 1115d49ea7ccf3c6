import { defineCommand, type Outcome } from '../defineCommand.js';
import { program } from '../program.js';
import { embeddedExplained, meilisearchIndex } from '../stack/engineStatus.js';
import { withCatalog } from '../stack/openCatalog.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { startProgress } from '../terminal/progress.js';
import { counted, duration } from '../terminal/quantities.js';

export const command = defineCommand({
  path: 'index rebuild',
  summary: 'build the search index anew, without downtime',
  notes: `Fills a second index from the catalog and lets it take the place of the first. Reads and writes go on
meanwhile. Ctrl-C gives it up, and the first index stays as it is.`,
  examples: ['shirube index rebuild'],
  run: ({ json = false }) =>
    withCatalog({}, async ({ database, settings }): Promise<Outcome> => {
      const index = await meilisearchIndex(database, settings);
      if (!index) return { data: { engine: 'embedded' }, text: embeddedExplained };
      const { rebuildIndex } = await import('@shirube/indexing');
      const stop = stopOnSignal();
      const progress = startProgress('services', { quiet: json });
      const started = Date.now();
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
            ? `\nThe engine refuses ${counted(report.refused, 'service')}: ${program} index status shows why.`
            : '';
        return {
          data: { engine: 'meilisearch', ...report, seconds },
          text: `Rebuilt the index with ${counted(report.indexed, 'service')} in ${duration(seconds)}.${refused}`,
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
