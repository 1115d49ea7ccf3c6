import type { Database } from '@shirube/catalog';
import type { Indexer } from '@shirube/indexing';
import { type App, createApp, type Logger, type MetricsAccess, type Registry } from '@shirube/service-kit';

export interface IndexerAppOptions {
  log: Logger;
  metrics: Registry;
  database: Database;
  settings: MetricsAccess;
  /** The indexer, once it runs. It starts after this app, which reports until then that it is not ready. */
  indexer: () => Indexer | undefined;
}

/** Health and metrics of the indexer; it has no other routes. */
export function buildIndexerApp({ log, metrics, database, settings, indexer }: IndexerAppOptions): App {
  return createApp({
    log,
    metrics,
    routes: [],
    health: {
      postgres: () => database.query('select 1'),
      search: async () => {
        const running = indexer();
        if (!running) throw new Error('the search index is not ready');
        await running.check();
      },
    },
    translateError: () => undefined,
    settings,
  });
}
