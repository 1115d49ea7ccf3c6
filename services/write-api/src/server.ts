import {
  isDatabaseRefused,
  listenForIndexed,
  migrate,
  nodesAtWork,
  openDatabase,
  watchCatalog,
} from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { createNodeEnqueuer } from '@shirube/index-queue';
import {
  createApp,
  createMetrics,
  createSparseReport,
  requireSetting,
  runService,
  waitFor,
  withoutSecrets,
} from '@shirube/service-kit';
import { serveWriteApi, translateWriteError } from './app.js';

await runService('write-api', async (settings, log, signal) => {
  const databaseUrl = requireSetting(settings, 'DATABASE_URL');
  const { failed: onError } = createSparseReport(log, 'Postgres');
  const database = openDatabase(databaseUrl, { max: 20, onError });
  const catalog = watchCatalog(database);
  await waitFor(`Postgres at ${withoutSecrets(databaseUrl)}`, () => migrate(database), {
    log,
    signal,
    isFinal: isDatabaseRefused,
  });
  const queue = { databaseUrl, log, redisUrl: settings.REDIS_URL };
  const enqueuer = createNodeEnqueuer(queue, () => nodesAtWork(database));
  const indexed = listenForIndexed(database);
  const app = createApp({
    log,
    routes,
    metrics: createMetrics(),
    health: { postgres: catalog.check },
    translateError(error) {
      catalog.failed(error);
      return translateWriteError(error);
    },
    trustProxy: settings.TRUST_PROXY,
    metricsAccess: settings,
  });
  serveWriteApi(app, { database, queue, enqueue: enqueuer.enqueue, indexed, settings, log });
  log.info(`listening on ${await app.listen({ host: settings.HOST, port: settings.PORT })}`);
  return {
    async close() {
      await app.close();
      await Promise.all([enqueuer.close(), indexed.close()]);
      await database.end();
    },
  };
});
