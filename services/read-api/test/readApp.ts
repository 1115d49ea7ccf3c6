import { promisify } from 'node:util';
import { openDatabase } from '@shirube/catalog';
import { loadLanguage } from '@shirube/language';
import type { ListPage, ListRequest, SearchReader } from '@shirube/search';
import { createApp, createLogger, createMetrics, type LimitSettings } from '@shirube/service-kit';
import type { Test } from 'tap';
import { serveReadApi, translateReadError } from '../src/app.ts';

interface ReadAppOptions {
  /** Handles the lists of the engine. If not given, every request to the engine fails. */
  list?: (request: ListRequest) => Promise<ListPage>;
  /** A complete engine to use instead. It is closed with the app. */
  search?: SearchReader;
  settings?: LimitSettings & { CATALOG_DEADLINE_MS?: number; INSIGHTS?: 'on'; MONITOR_ALLOW_PRIVATE?: boolean };
  databaseUrl?: string;
  /** The database for exports; by default `databaseUrl`. */
  exportUrl?: string | undefined;
  exportProgressMs?: number;
  followerPatienceMs?: number;
  /** The clock that determines the age of cached responses. */
  now?: () => number;
}

const unasked = () => Promise.reject(new Error('this was not to be asked'));

const listing = (list: SearchReader['list']): SearchReader => ({
  list,
  search: unasked,
  facets: unasked,
  describeProviders: unasked,
  rank: unasked,
  countNamed: unasked,
  occurring: unasked,
  ping: async () => {},
  close: async () => {},
});

/** Starts the read API with the given engine, and without a database unless one is given. */
export async function startReadApp(
  t: Test,
  {
    list = unasked,
    search = listing(list),
    settings = {},
    databaseUrl = 'postgres://nowhere.invalid',
    exportUrl = databaseUrl,
    ...options
  }: ReadAppOptions,
) {
  const metrics = createMetrics();
  const app = createApp({
    log: createLogger('test', 'silent'),
    routes: [],
    metrics,
    health: { search: () => search.ping() },
    translateError: translateReadError,
    settings,
  });
  const database = openDatabase(databaseUrl, { max: 4 });
  const exportDatabase = openDatabase(exportUrl, { max: 4 });
  const { forget } = await serveReadApi(app, {
    database,
    primary: database,
    exportDatabase,
    search,
    metrics,
    language: await loadLanguage(),
    settings: {
      CATALOG_DEADLINE_MS: 20_000,
      SEARCH_DEADLINE_MS: 20_000,
      EXPORT_SOURCE: 'test',
      MONITOR_ALLOW_PRIVATE: false,
      INSIGHTS: 'off',
      SIGN_UP: 'on',
      OPEN_LISTING: 'off',
      ...settings,
    },
    ...options,
  });
  t.teardown(async () => {
    await app.close();
    await Promise.all([search.close(), database.end(), exportDatabase.end()]);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const connections = promisify<number>((done) => app.server.getConnections(done));
  return { url, forget, connections, close: () => app.close() };
}
