import { availableParallelism } from 'node:os';
import cors from '@fastify/cors';
import { type Database, isDatabaseAway, isDatabaseUnavailable } from '@shirube/catalog';
import {
  getCheckHistory,
  getService,
  getServiceHistory,
  getServiceStatus,
  getServiceTrust,
  listCategories,
  listCurrencies,
  listMerchant,
  listResources,
  listServices,
  readFacets,
  readStats,
  searchCatalog,
  searchIntent,
  searchResources,
} from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { isEngineAway, type SearchReader, SearchUnavailable } from '@shirube/search';
import {
  type App,
  createLoadShedder,
  createReach,
  type LimitSettings,
  type LoadShedderOptions,
  limitRates,
  type Reach,
  type Registry,
  type Settings,
  type TranslateError,
  unavailable,
} from '@shirube/service-kit';
import { serveMcpRegistry } from './agents/mcpRegistry.js';
import { serveAgents } from './agents/serveAgents.js';
import { serveWellKnown } from './agents/wellKnown.js';
import { createAnswerStore } from './answers/answerCache.js';
import { serveAnswers } from './answers/serveAnswers.js';
import { serveBadges } from './badge.js';
import { createCatalogReads } from './catalogReads.js';
import { serveChanges } from './changes/serveChanges.js';
import { serveDirectoryPage } from './directoryPage.js';
import { createDiscovery, sayErrorsPlainly } from './discovery.js';
import { serveExport } from './export/serveExport.js';
import { createFacets } from './facets.js';
import { createList } from './listServices.js';
import { measureSearch } from './measureSearch.js';
import { serveMonitorPage } from './monitorPage.js';
import { serveReference } from './reference.js';
import { createSearches } from './searches.js';
import { createStats } from './stats.js';

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
  /** The clock in milliseconds by which answers grow old; that of the process unless told. */
  now?: () => number;
  search: SearchReader;
  metrics: Registry;
  language: Language;
  settings: Pick<
    Settings,
    'CATALOG_DEADLINE_MS' | 'SEARCH_DEADLINE_MS' | 'EXPORT_SOURCE' | 'MCP_ALLOWED_ORIGINS' | 'PUBLIC_URL'
  > &
    LimitSettings;
}

// Lists, keyword searches and intents have these bounds each, so that those of one kind never wait for another. All together are
// fewer than the reader has connections, so that health checks find one free. Meilisearch works on four searches for each of its
// cores at a time; more would only wait there instead of here.
const searchBounds = { atOnce: Math.min(14, 4 * availableParallelism()), inLine: 64 };
const catalogBounds = { atOnce: 7, inLine: 128 };
// Those that come together share two connections.
const detailBounds = { atOnce: 64, inLine: 128 };

/** What an engine that was killed takes to be back, if all goes well: nobody is told of it. */
const engineRestartMs = 1_500;

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
    now,
    search: engine,
    metrics,
    language,
    settings,
  }: ReadApiOptions,
): Promise<{ forget: () => void }> {
  const search = measureSearch(engine, metrics);
  const answers = createAnswerStore(metrics, now);
  const reachEngine = createReach({
    milliseconds: settings.SEARCH_DEADLINE_MS + engineRestartMs,
    isAway: isEngineAway,
    late: () => new SearchUnavailable('no answer in time'),
  });
  const reachDatabase = () => createReach({ milliseconds: settings.CATALOG_DEADLINE_MS, isAway: isDatabaseAway });
  const reachCatalog = reachDatabase();
  const bounded = (bounds: LoadShedderOptions, reach: Reach = reachEngine) => {
    const shedder = createLoadShedder(bounds);
    return answers.through({ pass: (work) => reach(() => shedder.pass(work)) });
  };
  const keywords = bounded(searchBounds);
  const lists = bounded(searchBounds);
  const list = createList({ search, lists, keywords });
  const facets = createFacets({ search, lists, keywords });
  const intents = bounded(searchBounds);
  const searches = createSearches({ search, language, keywords, intents });
  const discovery = createDiscovery({ database, search, language, lists, intents });
  const others = bounded(catalogBounds, reachCatalog);
  const catalog = createCatalogReads({ database, details: bounded(detailBounds, reachCatalog), others });
  const stats = createStats(database, others);
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    exposedHeaders,
    maxAge: 86_400,
  });
  limitRates(app, settings);
  serveAnswers(app, listServices, list);
  serveAnswers(app, readFacets, facets);
  serveAnswers(app, searchCatalog, searches.keyword);
  serveAnswers(app, searchIntent, searches.intent);
  serveAnswers(app, getService, (_query, { id }) => catalog.detail(id));
  serveAnswers(app, getServiceStatus, (_query, { id }) => catalog.status(id));
  serveAnswers(app, getServiceTrust, (_query, { id }) => catalog.trust(id));
  serveAnswers(app, getCheckHistory, ({ window = '24h' }, { id }) => catalog.checkHistory({ id, window }));
  serveAnswers(app, getServiceHistory, (_query, { id }) => catalog.history(id));
  serveChanges(app, { database: primary, reach: reachDatabase(), metrics, patienceMs: followerPatienceMs });
  serveAnswers(app, listCategories, () => catalog.categories());
  serveAnswers(app, listCurrencies, () => catalog.currencies());
  serveAnswers(app, readStats, () => stats());
  app.register(async (scope: App) => {
    sayErrorsPlainly(scope);
    serveAnswers(scope, listResources, discovery.list);
    serveAnswers(scope, listMerchant, discovery.merchant);
    serveAnswers(scope, searchResources, discovery.search);
  });
  serveExport(app, {
    database: exportDatabase,
    source: settings.EXPORT_SOURCE,
    progressMs: exportProgressMs,
  });
  serveAgents(app, { searches, facets, catalog, settings, translateError: translateReadError });
  serveMcpRegistry(app, { database, search, lists });
  serveWellKnown(app, settings);
  serveBadges(app, catalog);
  serveDirectoryPage(app, catalog);
  serveMonitorPage(app, settings.EXPORT_SOURCE);
  serveReference(app);
  return { forget: answers.clear };
}
