import { isDatabaseRefused, listenForIndexed, migrate, openDatabase } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { createEnqueuer } from '@shirube/index-queue';
import {
  createApp,
  createMetrics,
  requireSetting,
  runService,
  waitFor,
  withoutSecrets,
} from '@shirube/service-kit';
import { serveWriteApi, translateWriteError } from './app.js';

await runService('write-api', async (settings, log, signal) => {
  const databaseUrl = requireSetting(settings, 'DATABASE_URL');
  const onError = (error: Error) => log.warn(`Postgres: ${error.message}`);
  const database = openDatabase(databaseUrl, { max: 20, onError });
  await waitFor(`Postgres at ${withoutSecrets(databaseUrl)}`, () => migrate(database), {
    log,
    signal,
    isFinal: isDatabaseRefused,
  });
  const queue = { databaseUrl, log, redisUrl: settings.REDIS_URL };
  const enqueuer = createEnqueuer(queue);
  const indexed = listenForIndexed(database);
  const app = createApp({
    log,
    routes,
    metrics: createMetrics(),
    health: { postgres: () => database.query('select 1') },
    translateError: translateWriteError,
    trustProxy: settings.TRUST_PROXY,
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
