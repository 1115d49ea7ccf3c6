import { join } from 'node:path';
import {
  type Database,
  isDatabaseRefused,
  listenForIndexed,
  migrate,
  nodesAtWork,
  openDatabase,
  watchCatalog,
} from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { createNodeEnqueuer } from '@shirube/index-queue';
import { indexingPatience, startIndexer } from '@shirube/indexing';
import { type Language, loadLanguage } from '@shirube/language';
import { serveReadApi, translateReadError } from '@shirube/read-api';
import {
  createEmbeddedEngine,
  createMeilisearchIndex,
  createMeilisearchReader,
  onlyMeilisearchUrl,
  type SearchIndex,
  type SearchReader,
} from '@shirube/search';
import {
  type App,
  createApp,
  createMetrics,
  createSparseReport,
  type Logger,
  type Settings,
  waitFor,
  withoutSecrets,
} from '@shirube/service-kit';
import { serveWriteApi, translateWriteError } from '@shirube/write-api';

export interface DirectoryOptions {
  databaseUrl: string;
  settings: Settings;
  log: Logger;
  signal?: AbortSignal;
}

/** The whole directory in one process: it indexes from the start, and answers once `app` listens. */
export interface Directory {
  app: App;
  database: Database;
  enqueue: (ids: readonly string[]) => void;
  close(): Promise<void>;
}

function openSearch(settings: Settings, language: Language): { reader: SearchReader; index: SearchIndex } {
  if (!settings.MEILI_URL) {
    const engine = createEmbeddedEngine(language, { folder: join(settings.DATA_DIR, 'search') });
    return { reader: engine, index: engine };
  }
  const access = {
    url: onlyMeilisearchUrl(settings.MEILI_URL),
    ...(settings.MEILI_API_KEY ? { apiKey: settings.MEILI_API_KEY } : {}),
  };
  return {
    reader: createMeilisearchReader(access),
    index: createMeilisearchIndex({ ...access, node: settings.SEARCH_NODE }),
  };
}

/** Composes write API, read API and indexer on the given parts; what is not given is embedded. */
export async function buildDirectory({
  databaseUrl,
  settings,
  log,
  signal,
}: DirectoryOptions): Promise<Directory> {
  const report = createSparseReport(log, 'Postgres');
  const { failed: onError } = report;
  const database = openDatabase(databaseUrl, { max: 20, onError });
  const indexerDatabase = openDatabase(databaseUrl, { onError, statementMilliseconds: indexingPatience });
  const readUrl = settings.DATABASE_READ_URL ?? databaseUrl;
  const readDatabase = readUrl === databaseUrl ? database : openDatabase(readUrl, { onError });
  const exportDatabase = openDatabase(readUrl, { max: 4, onError });
  const pools = new Set([database, indexerDatabase, readDatabase, exportDatabase]);
  const endPools = () => Promise.all([...pools].map((pool) => pool.end()));
  const giveUp = async (error: unknown): Promise<never> => {
    await endPools();
    throw error;
  };
  const catalog = watchCatalog(database);
  await waitFor(`Postgres at ${withoutSecrets(databaseUrl)}`, () => migrate(database), {
    log,
    isFinal: isDatabaseRefused,
    ...(signal ? { signal } : {}),
  }).catch(giveUp);

  const language = await loadLanguage();
  const { reader, index } = openSearch(settings, language);
  const queue = {
    databaseUrl,
    log,
    // The queue in Postgres is out of order when that is: one outage, told once.
    ...(settings.REDIS_URL ? { redisUrl: settings.REDIS_URL } : { report }),
  };
  const metrics = createMetrics();
  const indexer = await startIndexer({
    ...queue,
    database: indexerDatabase,
    index,
    metrics,
    ...(settings.MEILI_URL ? { node: settings.SEARCH_NODE } : {}),
    // The embedded engine lives in this process: nobody else can be indexing into it.
    alone: !settings.MEILI_URL,
    changesKeptDays: settings.CHANGES_KEPT_DAYS,
    ...(signal ? { signal } : {}),
  }).catch(giveUp);
  const enqueuer = createNodeEnqueuer(queue, () => nodesAtWork(database));

  const app = createApp({
    log,
    routes,
    metrics,
    health: { postgres: catalog.check, search: () => reader.ping() },
    translateError(error) {
      catalog.failed(error);
      return translateReadError(error) ?? translateWriteError(error);
    },
    trustProxy: settings.TRUST_PROXY,
    metricsAccess: settings,
  });
  const { forget } = await serveReadApi(app, {
    database: readDatabase,
    primary: database,
    exportDatabase,
    search: reader,
    metrics,
    language,
    settings,
  });
  const indexed = listenForIndexed(database, forget);
  const { enqueue } = enqueuer;
  serveWriteApi(app, { database, queue, enqueue, indexed, onEdited: forget, settings, log });

  return {
    app,
    database,
    enqueue,
    async close() {
      await app.close();
      await Promise.all([enqueuer.close(), indexed.close(), indexer.close()]);
      await Promise.all([reader.close(), index.close()]);
      await endPools();
    },
  };
}
