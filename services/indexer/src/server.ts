import { isDatabaseRefused, migrate, openDatabase } from '@shirube/catalog';
import { type Indexer, indexingPatience, startIndexer } from '@shirube/indexing';
import { createMeilisearchIndex, onlyMeilisearchUrl } from '@shirube/search';
import {
  createMetrics,
  createSparseReport,
  requireSetting,
  runService,
  waitFor,
  withoutSecrets,
} from '@shirube/service-kit';
import { buildIndexerApp } from './app.js';

await runService('indexer', async (settings, log, signal) => {
  const databaseUrl = requireSetting(settings, 'DATABASE_URL');
  const url = onlyMeilisearchUrl(requireSetting(settings, 'MEILI_URL'));
  const { SEARCH_NODE: node } = settings;
  const { failed: onError } = createSparseReport(log, 'Postgres');
  const database = openDatabase(databaseUrl, { onError, statementMilliseconds: indexingPatience });
  const index = createMeilisearchIndex({
    url,
    node,
    ...(settings.MEILI_API_KEY ? { apiKey: settings.MEILI_API_KEY } : {}),
  });
  const metrics = createMetrics();
  let indexer: Indexer | undefined;
  const app = buildIndexerApp({ log, metrics, database, settings, indexer: () => indexer });
  log.info(`health and metrics on ${await app.listen({ host: settings.HOST, port: settings.PORT })}`);
  await waitFor(`Postgres at ${withoutSecrets(databaseUrl)}`, () => migrate(database), {
    log,
    signal,
    isFinal: isDatabaseRefused,
  });
  log.info(`indexing into Meilisearch at ${withoutSecrets(url)}, the search node ${node}`);
  const { REDIS_URL: redisUrl, CHANGES_KEPT_DAYS: changesKeptDays } = settings;
  indexer = await startIndexer({
    database,
    databaseUrl,
    redisUrl,
    node,
    index,
    log,
    metrics,
    changesKeptDays,
    signal,
  });
  log.info('ready');
  return {
    async close() {
      await app.close();
      await indexer?.close();
      await index.close();
      await database.end();
    },
  };
});
