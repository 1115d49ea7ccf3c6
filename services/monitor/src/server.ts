import { nodesAtWork } from '@shirube/catalog';
import { openCatalog } from '@shirube/catalog/open';
import { createNodeEnqueuer } from '@shirube/index-queue';
import { createMetrics, runService } from '@shirube/service-kit';
import { startWebhooks } from '@shirube/webhooks';
import { buildMonitorApp } from './app.js';
import { outboundRequest, startMonitor } from './startMonitor.js';

await runService('monitor', async (settings, log, signal) => {
  const catalog = openCatalog(settings, log);
  const database = catalog.pool();
  const metrics = createMetrics();
  const app = buildMonitorApp({ log, metrics, database, settings });
  log.info(`health and metrics on ${await app.listen({ host: settings.HOST, port: settings.PORT })}`);
  await catalog.migrate(signal);
  const queue = { databaseUrl: catalog.url, log, redisUrl: settings.REDIS_URL };
  const enqueuer = createNodeEnqueuer(queue, () => nodesAtWork(database));
  const { enqueue } = enqueuer;
  const isOn = settings.MONITOR === 'on';
  const monitor = isOn ? startMonitor({ database, settings, enqueue, metrics, log }) : undefined;
  const webhooks = startWebhooks({ ...queue, database, request: outboundRequest(settings), metrics });
  log.info(isOn ? 'ready' : 'ready, and switched off by MONITOR');
  return {
    async close() {
      await app.close();
      await monitor?.close();
      await webhooks.close();
      await enqueuer.close();
      await catalog.close();
    },
  };
});
