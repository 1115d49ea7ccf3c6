import { nodesAtWork } from '@shirube/catalog';
import { createMetrics, listeningAddress, openCatalog, runService } from '@shirube/service-kit';
import { startMonitor } from '@shirube/trust/monitor';
import { createEnqueuer } from '@shirube/work';
import { buildMonitorApp } from './app.js';

await runService('monitor', async (settings, log, signal) => {
  const catalog = openCatalog(settings, log);
  const database = catalog.pool();
  const metrics = createMetrics();
  const app = buildMonitorApp({ log, metrics, database, settings });
  log.info(`health and metrics on ${await app.listen({ host: settings.HOST, port: settings.PORT })}`);
  await catalog.migrate(signal);
  const queue = { databaseUrl: catalog.url, log, redisUrl: settings.REDIS_URL };
  const enqueuer = createEnqueuer(queue, () => nodesAtWork(database));
  const { enqueue } = enqueuer;
  const monitor = startMonitor({ database, settings, enqueue, metrics, log, address: () => listeningAddress(app) });
  log.info(settings.MONITOR === 'on' ? 'ready' : 'ready, but switched off by MONITOR');
  return {
    async close() {
      await app.close();
      await monitor.close();
      await enqueuer.close();
      await catalog.close();
    },
  };
});
