import { createKey, type Database, listenForIndexed, migrate, openDatabase } from '@shirube/catalog';
import { createApp, createLogger, createMetrics, readSettings } from '@shirube/service-kit';
import { catalogUrl, type DirectoryClient, directoryClient, patientSearches, until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import type { Test } from 'tap';
import { serveWriteApi, translateWriteError } from '../src/app.ts';

interface WriteApiOptions {
  environment?: NodeJS.ProcessEnv;
  /** An empty database, which is migrated; by default a copy of a migrated one in the Postgres of the worker. */
  databaseUrl?: string;
  /** Returns the address that the write API uses to reach the database; by default its own. */
  reachedAt?: (databaseUrl: string) => Promise<string>;
}

interface WriteApi {
  client: DirectoryClient;
  adminKey: string;
  database: Database;
  /** The connections of the write API. */
  pool: Database;
  /** The ids that were announced to the indexer. */
  enqueued: string[];
}

/** Starts the write API on its own database, without an indexer. */
export async function startWriteApi(
  t: Test,
  { environment = {}, databaseUrl: existingUrl, reachedAt = async (url) => url }: WriteApiOptions = {},
): Promise<WriteApi> {
  const url = existingUrl ?? (await catalogUrl(t));
  const database = openDatabase(url, { onError: () => {} });
  t.teardown(() => database.end());
  if (existingUrl) await migrate(database);
  const writer = await createKey(database, { name: 'writer', scopes: ['services:write'] });
  const admin = await createKey(database, { name: 'admin', scopes: ['admin'] });

  const settings = readSettings({ ...patientSearches, ...environment });
  const log = createLogger('test', 'silent');
  const databaseUrl = await reachedAt(url);
  const pool = openDatabase(databaseUrl, { onError: () => {} });
  const indexed = listenForIndexed(pool);
  const queue = { databaseUrl, log, redisUrl: settings.REDIS_URL };
  const enqueuer = createEnqueuer(queue);
  // The queue first creates its tables in Postgres, which may take longer than the queue page waits.
  await until(() => enqueuer.counts(), { message: 'the queue does not answer' });
  const enqueued: string[] = [];
  const metrics = createMetrics();
  const app = createApp({
    log,
    routes: [],
    metrics,
    health: {},
    translateError: translateWriteError,
  });
  await serveWriteApi(app, {
    database: pool,
    queue,
    enqueue(ids) {
      enqueued.push(...ids);
      enqueuer.enqueue(ids);
    },
    indexed,
    metrics,
    settings,
    log,
  });
  t.teardown(async () => {
    await app.close();
    await Promise.all([enqueuer.close(), indexed.close()]);
    await pool.end();
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  return { client: directoryClient(base, writer.key), adminKey: admin.key, database, pool, enqueued };
}
