import { openDatabase } from '@shirube/catalog';
import { loadLanguage } from '@shirube/language';
import type { ListPage, ListRequest, SearchReader } from '@shirube/search';
import { createApp, createLogger, createMetrics, type RateLimitSettings } from '@shirube/service-kit';
import type { Test } from 'tap';
import { serveReadApi } from '../src/app.js';

interface ReadAppOptions {
  list: (request: ListRequest) => Promise<ListPage>;
  settings?: RateLimitSettings;
}

const unasked = () => Promise.reject(new Error('this was not to be asked'));

/** The read API on an engine that lists what the test says, and on no database. */
export async function startReadApp(t: Test, { list, settings = {} }: ReadAppOptions) {
  const search: SearchReader = {
    list,
    search: unasked,
    rank: unasked,
    ping: async () => {},
    close: async () => {},
  };
  const metrics = createMetrics();
  const app = createApp({
    log: createLogger('test', 'silent'),
    routes: [],
    metrics,
    health: { search: () => search.ping() },
    translateError: () => undefined,
  });
  const database = openDatabase('postgres://nowhere.invalid');
  const { forget } = await serveReadApi(app, {
    database,
    exportDatabase: database,
    search,
    metrics,
    language: await loadLanguage(),
    settings: { EXPORT_SOURCE: 'test', ...settings },
  });
  t.teardown(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, forget };
}
