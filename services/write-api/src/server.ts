import { listenForIndexed, nodesAtWork, watchCatalog } from '@shirube/catalog';
import { routeList } from '@shirube/contracts';
import { createApp, createMetrics, openCatalog, runService } from '@shirube/service-kit';
import { createEnqueuer } from '@shirube/work';
import { serveWriteApi, translateWriteError } from './app.js';

await runService('write-api', async (settings, log, signal) => {
  const catalog = openCatalog(settings, log);
  const database = catalog.pool({ max: 20 });
  const watch = watchCatalog(database);
  await catalog.migrate(signal);
  const queue = { databaseUrl: catalog.url, log, redisUrl: settings.REDIS_URL };
  const enqueuer = createEnqueuer(queue, () => nodesAtWork(database));
  const indexed = listenForIndexed(database);
  const metrics = createMetrics();
  const app = createApp({
    log,
    routes: routeList,
    metrics,
    health: { postgres: watch.check },
    translateError(error) {
      watch.failed(error);
      return translateWriteError(error);
    },
    settings,
  });
  await serveWriteApi(app, { database, queue, enqueue: enqueuer.enqueue, indexed, metrics, settings, log });
  log.info(`listening on ${await app.listen({ host: settings.HOST, port: settings.PORT })}`);
  return {
    async close() {
      await app.close();
      await Promise.all([enqueuer.close(), indexed.close()]);
      await catalog.close();
    },
  };
});
