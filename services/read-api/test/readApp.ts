import { promisify } from 'node:util';
import { openDatabase } from '@shirube/catalog';
import { loadLanguage } from '@shirube/language';
import type { ListPage, ListRequest, SearchReader } from '@shirube/search';
import { createApp, createLogger, createMetrics, type LimitSettings } from '@shirube/service-kit';
import type { Test } from 'tap';
import { serveReadApi, translateReadError } from '../dist/app.js';

interface ReadAppOptions {
  /** What the engine lists; nothing may be asked of it unless told. */
  list?: (request: ListRequest) => Promise<ListPage>;
  /** A whole engine instead; it is closed with the app. */
  search?: SearchReader;
  settings?: LimitSettings & { CATALOG_DEADLINE_MS?: number };
  databaseUrl?: string;
  /** For exports; the other one unless told. */
  exportUrl?: string | undefined;
  exportProgressMs?: number;
  followerPatienceMs?: number;
  /** The clock by which answers grow old. */
  now?: () => number;
}

const unasked = () => Promise.reject(new Error('this was not to be asked'));

const listing = (list: SearchReader['list']): SearchReader => ({
  list,
  search: unasked,
  facets: unasked,
  rank: unasked,
  ping: async () => {},
  close: async () => {},
});

/** The read API on an engine that lists what the test says, and on no database unless one is named. */
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
    settings: { CATALOG_DEADLINE_MS: 20_000, SEARCH_DEADLINE_MS: 20_000, EXPORT_SOURCE: 'test', ...settings },
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
