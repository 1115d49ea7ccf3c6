import { availableParallelism } from 'node:os';
import cors from '@fastify/cors';
import { type Database, isDatabaseUnavailable } from '@shirube/catalog';
import type { Language } from '@shirube/language';
import { type SearchReader, SearchUnavailable } from '@shirube/search';
import {
  type App,
  createLoadShedder,
  type LimitSettings,
  limitRates,
  type Registry,
  type Settings,
  type TranslateError,
  unavailable,
} from '@shirube/service-kit';
import { serveAgents } from './agents/serveAgents.js';
import { createAnswerStore } from './answers/answerCache.js';
import { serveCatalogReads } from './catalogReads.js';
import { serveChanges } from './changes/serveChanges.js';
import { serveDirectoryPage } from './directoryPage.js';
import { serveDiscovery } from './discovery.js';
import { serveExport } from './export/serveExport.js';
import { serveFacets } from './facets.js';
import { serveList } from './listServices.js';
import { measureSearch } from './measureSearch.js';
import { serveReference } from './reference.js';
import { serveSearches } from './searches.js';
import { createDetailReader } from './serviceDetail.js';
import { serveStats } from './stats.js';

export interface ReadApiOptions {
  /** For detail, status and categories; may be a replica. */
  database: Database;
  /** For the feed of changes, which a replica does not announce. */
  primary: Database;
  /** Exports hold a connection for as long as their reader takes: they have connections of their own. */
  exportDatabase: Database;
  /** How long a reader of the export may rest; 30 s unless told. */
  exportProgressMs?: number;
  /** How long a follower of the changes may rest; 10 s unless told. */
  followerPatienceMs?: number;
  search: SearchReader;
  metrics: Registry;
  language: Language;
  settings: Pick<Settings, 'EXPORT_SOURCE' | 'MCP_ALLOWED_ORIGINS'> & LimitSettings;
}

// Lists, keyword searches and intents have these bounds each, so that those of one kind never wait for another. All together are
// fewer than the reader has connections, so that health checks find one free. Meilisearch works on four searches for each of its
// cores at a time; more would only wait there instead of here.
const searchBounds = { atOnce: Math.min(14, 4 * availableParallelism()), inLine: 64 };
const catalogBounds = { atOnce: 7, inLine: 128 };
// Those that come together share two connections.
const detailBounds = { atOnce: 64, inLine: 128 };

const exposedHeaders =
  'X-Total-Count, Link, ETag, Age, X-Cache, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

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
  {
    database,
    primary,
    exportDatabase,
    exportProgressMs,
    followerPatienceMs,
    search: engine,
    metrics,
    language,
    settings,
  }: ReadApiOptions,
): Promise<{ forget: () => void }> {
  const search = measureSearch(engine, metrics);
  const answers = createAnswerStore(metrics);
  const lists = answers.through(createLoadShedder(searchBounds));
  const keywords = answers.through(createLoadShedder(searchBounds));
  const intents = answers.through(createLoadShedder(searchBounds));
  const stored = answers.through(createLoadShedder(catalogBounds));
  const readDetail = createDetailReader(database, answers.through(createLoadShedder(detailBounds)));
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    exposedHeaders,
    maxAge: 86_400,
  });
  limitRates(app, settings);
  serveList(app, { search, lists, keywords });
  serveFacets(app, { search, lists, keywords });
  serveSearches(app, { search, language, keywords, intents });
  serveCatalogReads(app, { database, readDetail, cache: stored });
  serveChanges(app, { database: primary, patienceMs: followerPatienceMs });
  serveStats(app, { database, cache: stored });
  serveDiscovery(app, { search, language, lists, intents });
  serveExport(app, {
    database: exportDatabase,
    source: settings.EXPORT_SOURCE,
    progressMs: exportProgressMs,
  });
  serveAgents(app, {
    database,
    search,
    language,
    keywords,
    intents,
    stored,
    settings,
    translateError: translateReadError,
  });
  serveDirectoryPage(app, readDetail);
  await serveReference(app);
  return { forget: answers.clear };
}
