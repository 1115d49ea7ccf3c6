import { isDatabaseRefused, listenForIndexed, openDatabase, readRotation } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { createMeilisearchReader } from '@shirube/search';
import {
  createApp,
  createMetrics,
  createSparseReport,
  reportedCheck,
  requireSetting,
  runService,
  waitFor,
  withoutSecrets,
} from '@shirube/service-kit';
import { serveReadApi, translateReadError } from './app.js';
import { publishNodes } from './publishNodes.js';

await runService('read-api', async (settings, log, signal) => {
  const databaseUrl = requireSetting(settings, 'DATABASE_URL');
  const readUrl = settings.DATABASE_READ_URL ?? databaseUrl;
  const { failed: onError } = createSparseReport(log, 'Postgres');
  // Two hear what is announced, the others ask which nodes are in rotation and read the feed of changes.
  const primary = openDatabase(databaseUrl, { max: 6, onError });
  const database = openDatabase(readUrl, { onError });
  const exportDatabase = openDatabase(readUrl, { max: 4, onError });
  const search = createMeilisearchReader({
    url: requireSetting(settings, 'MEILI_URL'),
    // From the primary: a replica may be behind itself.
    standings: () => readRotation(primary),
    ...(settings.MEILI_API_KEY ? { apiKey: settings.MEILI_API_KEY } : {}),
  });
  await waitFor(
    `the catalog in Postgres at ${withoutSecrets(readUrl)}`,
    () => database.query('select from services limit 1'),
    {
      log,
      signal,
      isFinal: isDatabaseRefused,
    },
  );
  const metrics = createMetrics();
  publishNodes(search, metrics);
  const checkSearch = reportedCheck('the search engine', () => search.ping(), log);
  const app = createApp({
    log,
    routes,
    metrics,
    health: { postgres: () => database.query('select 1'), search: checkSearch },
    translateError: translateReadError,
    trustProxy: settings.TRUST_PROXY,
    metricsAccess: settings,
  });
  const language = await loadLanguage();
  const { forget } = await serveReadApi(app, {
    database,
    primary,
    exportDatabase,
    search,
    metrics,
    language,
    settings,
  });
  const indexed = listenForIndexed(primary, forget);
  log.info(`listening on ${await app.listen({ host: settings.HOST, port: settings.PORT })}`);
  // Its log tells at once what is wrong; reads say so by themselves for as long as it is.
  void checkSearch().catch(() => {});
  return {
    async close() {
      await app.close();
      await Promise.all([indexed.close(), search.close()]);
      await Promise.all([primary.end(), database.end(), exportDatabase.end()]);
    },
  };
});
