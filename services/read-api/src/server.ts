import { listenForIndexed, readRotation } from '@shirube/catalog';
import { openCatalog } from '@shirube/catalog/open';
import { routes } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { openSearch } from '@shirube/search';
import { createApp, createMetrics, reportedCheck, requireSetting, runService } from '@shirube/service-kit';
import { serveReadApi, translateReadError } from './app.js';
import { publishNodes } from './publishNodes.js';

await runService('read-api', async (settings, log, signal) => {
  const catalog = openCatalog(settings, log);
  requireSetting(settings, 'MEILI_URL');
  // Two hear what is announced, the others ask which nodes are in rotation and read the feed of changes.
  const primary = catalog.pool({ max: 6 });
  const database = catalog.readPool();
  const exportDatabase = catalog.readPool({ max: 4 });
  // From the primary: a replica may be behind itself.
  const search = (await openSearch(settings)).reader(() => readRotation(primary));
  await catalog.readable(signal);
  const metrics = createMetrics();
  publishNodes(search, metrics);
  const checkSearch = reportedCheck('the search engine', () => search.ping(), log);
  const app = createApp({
    log,
    routes,
    metrics,
    health: { postgres: () => database.query('select 1'), search: checkSearch },
    translateError: translateReadError,
    settings,
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
      await catalog.close();
    },
  };
});
