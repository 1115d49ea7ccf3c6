import { type Indexer, indexingPatience, startIndexer, startSavedSearches } from '@shirube/indexing';
import { openSearch } from '@shirube/search';
import { createMetrics, openCatalog, requireSetting, runService, withoutSecrets } from '@shirube/service-kit';
import { buildIndexerApp } from './app.js';

await runService('indexer', async (settings, log, signal) => {
  const catalog = openCatalog(settings, log);
  const url = requireSetting(settings, 'MEILI_URL');
  const database = catalog.pool({ statementMilliseconds: indexingPatience });
  const search = await openSearch(settings);
  const { node } = search;
  const index = search.index();
  const metrics = createMetrics();
  let indexer: Indexer | undefined;
  const app = buildIndexerApp({ log, metrics, database, settings, indexer: () => indexer });
  log.info(`health and metrics on ${await app.listen({ host: settings.HOST, port: settings.PORT })}`);
  await catalog.migrate(signal);
  log.info(`indexing into Meilisearch at ${withoutSecrets(url)}, the search node ${node}`);
  const { REDIS_URL: redisUrl } = settings;
  indexer = await startIndexer({
    database,
    databaseUrl: catalog.url,
    redisUrl,
    node,
    index,
    log,
    metrics,
    signal,
  });
  const savedSearches = startSavedSearches({ database, log });
  log.info('ready');
  return {
    async close() {
      await app.close();
      await Promise.all([indexer?.close(), savedSearches.close()]);
      await index.close();
      await catalog.close();
    },
  };
});
