import cors from '@fastify/cors';
import { type Database, isDatabaseUnavailable } from '@shirube/catalog';
import type { Language } from '@shirube/language';
import { type SearchReader, SearchUnavailable } from '@shirube/search';
import {
  type App,
  type Registry,
  type Settings,
  type TranslateError,
  unavailable,
} from '@shirube/service-kit';
import { serveAgents } from './agents/serveAgents.js';
import { createAnswerCache } from './answers/answerCache.js';
import { serveCatalogReads } from './catalogReads.js';
import { serveDirectoryPage } from './directoryPage.js';
import { serveExport } from './exportCatalog.js';
import { serveList } from './listServices.js';
import { measureSearch } from './measureSearch.js';
import { serveReference } from './reference.js';
import { serveSearches } from './searches.js';

export interface ReadApiOptions {
  /** For detail, status and categories; may be a replica. */
  database: Database;
  /** Exports hold a connection for as long as their reader takes: they have connections of their own. */
  exportDatabase: Database;
  search: SearchReader;
  metrics: Registry;
  language: Language;
  settings: Pick<Settings, 'EXPORT_SOURCE' | 'MCP_ALLOWED_ORIGINS'>;
}

/** What a client of the read API sees when a part is down. */
export const translateReadError: TranslateError = (error) => {
  if (error instanceof SearchUnavailable) {
    return unavailable('search_unavailable', 'The search engine cannot be reached right now. Try again.');
  }
  return isDatabaseUnavailable(error)
    ? unavailable('catalog_unavailable', 'The catalog cannot be reached right now. Try again.')
    : undefined;
};

/** The routes of the read API. `forget` makes the next answers fresh. */
export async function serveReadApi(
  app: App,
  { database, exportDatabase, search: engine, metrics, language, settings }: ReadApiOptions,
): Promise<{ forget: () => void }> {
  const search = measureSearch(engine, metrics);
  const cache = createAnswerCache(metrics);
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    exposedHeaders: ['X-Total-Count', 'Link', 'ETag', 'X-Request-Id', 'Retry-After'],
    maxAge: 86_400,
  });
  serveList(app, { search, cache });
  serveSearches(app, { search, language, cache });
  serveCatalogReads(app, { database, cache });
  serveExport(app, { database: exportDatabase, source: settings.EXPORT_SOURCE });
  serveAgents(app, { database, search, language, cache, settings, translateError: translateReadError });
  serveDirectoryPage(app);
  await serveReference(app);
  return { forget: cache.clear };
}
