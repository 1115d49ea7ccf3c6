import { type Database, listenForIndexed, nodesAtWork, watchCatalog } from '@shirube/catalog';
import { routeList } from '@shirube/contracts';
import { answerVerifications, indexingPatience, startIndexer, startSavedSearches } from '@shirube/indexing';
import { loadLanguage } from '@shirube/language';
import { serveReadApi, translateReadError } from '@shirube/read-api';
import { openSearch } from '@shirube/search';
import {
  type App,
  createApp,
  createMetrics,
  type Logger,
  listeningAddress,
  openCatalog,
  type Settings,
} from '@shirube/service-kit';
import { startMonitor } from '@shirube/trust/monitor';
import { createEnqueuer } from '@shirube/work';
import { serveWriteApi, translateWriteError } from '@shirube/write-api';

export interface DirectoryOptions {
  /** Must have DATABASE_URL. Other parts that are not set are embedded. */
  settings: Settings;
  log: Logger;
  signal?: AbortSignal | undefined;
}

/** The whole directory in one process. It indexes from the start, and serves requests once `app` listens. */
export interface Directory {
  app: App;
  database: Database;
  enqueue: (ids: readonly string[]) => void;
  close(): Promise<void>;
}

/** Composes write API, read API, indexer and monitor. */
export async function buildDirectory({ settings, log, signal }: DirectoryOptions): Promise<Directory> {
  const catalog = openCatalog(settings, log);
  const database = catalog.pool({ max: 20 });
  const watch = watchCatalog(database);
  const giveUp = async (error: unknown): Promise<never> => {
    await catalog.close();
    throw error;
  };
  await catalog.migrate(signal).catch(giveUp);

  const search = await openSearch(settings);
  const index = search.index();
  const queue = {
    databaseUrl: catalog.url,
    log,
    redisUrl: settings.REDIS_URL,
    // The queue in Postgres fails together with the catalog: one outage, reported once.
    report: settings.REDIS_URL ? undefined : catalog.report,
  };
  const metrics = createMetrics();
  const indexer = await startIndexer({
    ...queue,
    database: catalog.pool({ statementMilliseconds: indexingPatience }),
    index,
    metrics,
    node: search.node,
    alone: search.isEmbedded,
    signal,
  }).catch(giveUp);
  const verifications = search.isEmbedded ? answerVerifications({ database, index, log }) : undefined;
  const enqueuer = createEnqueuer(queue, () => nodesAtWork(database));

  const reader = search.reader();
  const app = createApp({
    log,
    routes: routeList,
    metrics,
    health: { postgres: watch.check, search: () => reader.ping() },
    translateError(error) {
      watch.failed(error);
      return translateReadError(error) ?? translateWriteError(error);
    },
    settings,
  });
  const { forget } = await serveReadApi(app, {
    database: settings.DATABASE_READ_URL ? catalog.readPool() : database,
    primary: database,
    exportDatabase: catalog.readPool({ max: 4 }),
    search: reader,
    metrics,
    language: await loadLanguage(),
    settings,
  });
  const indexed = listenForIndexed(database, forget);
  const { enqueue } = enqueuer;
  await serveWriteApi(app, {
    database,
    queue,
    enqueue,
    indexed,
    onEdited: forget,
    metrics,
    settings,
    log,
  });

  const monitor = startMonitor({
    database: catalog.pool(),
    settings,
    enqueue,
    metrics,
    log,
    address: () => listeningAddress(app),
  });
  const savedSearches = startSavedSearches({ database, log });

  return {
    app,
    database,
    enqueue,
    async close() {
      await app.close();
      await Promise.all([monitor.close(), savedSearches.close()]);
      await Promise.all([enqueuer.close(), indexed.close(), indexer.close(), verifications?.close()]);
      await Promise.all([reader.close(), index.close()]);
      await catalog.close();
    },
  };
}
