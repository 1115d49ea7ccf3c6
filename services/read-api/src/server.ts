import { listenForIndexed, readRotation } from '@shirube/catalog';
import { routeList } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { type CandidateCacheUse, type MeilisearchReader, openSearch } from '@shirube/search';
import {
  createApp,
  createMetrics,
  Gauge,
  openCatalog,
  type Registry,
  reportedCheck,
  requireSetting,
  runService,
} from '@shirube/service-kit';
import { serveReadApi, translateReadError } from './app.js';

/** Publishes which search nodes this reader uses, if it has several. */
function publishNodes({ nodes }: MeilisearchReader, registry: Registry): void {
  new Gauge({
    name: 'shirube_search_node_in_use',
    help: 'Whether this reader uses the search node: it responds, and is complete and current.',
    labelNames: ['node'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { node, inUse } of nodes()) this.set({ node }, inUse ? 1 : 0);
    },
  });
}

/** Publishes how full the cache of candidates for intents is, and how often it had what an intent needed. */
function publishIntentCache({ cacheUse }: MeilisearchReader, registry: Registry): void {
  const publish = (name: string, help: string, value: (use: CandidateCacheUse) => number) =>
    new Gauge({
      name: `shirube_intent_cache_${name}`,
      help,
      registers: [registry],
      collect() {
        const use = cacheUse();
        if (use) this.set(value(use));
      },
    });
  publish('bytes', 'Size of the cache of candidates for intents.', ({ bytes }) => bytes);
  publish('services', 'Services in the cache of candidates for intents.', ({ services }) => services);
  publish('hits_total', 'Candidates of intents that the cache had.', ({ hits }) => hits);
  publish('misses_total', 'Candidates of intents that were fetched from Meilisearch.', ({ misses }) => misses);
}

await runService('read-api', async (settings, log, signal) => {
  const catalog = openCatalog(settings, log);
  requireSetting(settings, 'MEILI_URL');
  // Two connections listen for notifications. The others read the rotation of the nodes and the feed of changes.
  const primary = catalog.pool({ max: 6 });
  const database = catalog.readPool();
  const exportDatabase = catalog.readPool({ max: 4 });
  // Read from the primary, because a replica may lag.
  const search = (await openSearch(settings)).reader(() => readRotation(primary));
  await catalog.readable(signal);
  const metrics = createMetrics();
  publishNodes(search, metrics);
  publishIntentCache(search, metrics);
  const checkSearch = reportedCheck('the search engine', () => search.ping(), log);
  const app = createApp({
    log,
    routes: routeList,
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
  // Logs a search problem at startup. Reads report it themselves as long as it lasts.
  void checkSearch().catch(() => {});
  return {
    async close() {
      await app.close();
      await Promise.all([indexed.close(), search.close()]);
      await catalog.close();
    },
  };
});
