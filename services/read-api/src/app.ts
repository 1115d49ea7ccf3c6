import { availableParallelism } from 'node:os';
import { type Database, isDatabaseAway, isDatabaseUnavailable } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { createMoney, isEngineAway, type SearchReader, SearchUnavailable } from '@shirube/search';
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
import type { OutboundSettings } from '@shirube/trust/monitor';
import { serveAgents } from './agents/serveAgents.js';
import { serveWellKnown } from './agents/wellKnown.js';
import { createAnswerStore } from './answers/answerCache.js';
import { serveAnswers } from './answers/serveAnswers.js';
import { serveBadges } from './badge.js';
import { createCatalogReads, serveCatalogReads } from './catalogReads.js';
import { serveChanges } from './changes/serveChanges.js';
import { addErrorField, createDiscovery } from './discovery.js';
import { followExchangeRates } from './exchangeRates.js';
import { serveExport } from './export/serveExport.js';
import { createFacets } from './facets.js';
import { countInsights } from './insights/countInsights.js';
import { createList } from './listServices.js';
import { measureSearch } from './measureSearch.js';
import { serveDirectoryPage } from './pages/directoryPage.js';
import { serveSiteFiles } from './pages/siteFiles.js';
import { createProviderReads, serveProviders } from './providers.js';
import { serveReference } from './reference.js';
import { createSearches, serveSearches } from './searches.js';
import { createStats } from './stats.js';

export interface ReadApiOptions {
  /** For details, status and categories. It may be a replica. */
  database: Database;
  /** For the feed of changes: a replica sends no notifications. */
  primary: Database;
  /** For exports. They hold a connection until the client has read everything, so they have their own pool. */
  exportDatabase: Database;
  /** How long a client of the export may pause; 30 s by default. */
  exportProgressMs?: number;
  /** How long a client that follows the changes may pause; 10 s by default. */
  followerPatienceMs?: number;
  /** The clock, in milliseconds, for the age of cache entries; by default that of the process. */
  now?: () => number;
  search: SearchReader;
  metrics: Registry;
  language: Language;
  settings: Pick<
    Settings,
    | 'CATALOG_DEADLINE_MS'
    | 'SEARCH_DEADLINE_MS'
    | 'MCP_ALLOWED_ORIGINS'
    | 'INSIGHTS'
    | 'SIGN_UP'
    | 'OPEN_LISTING'
    | 'CONTACT_URL'
    | 'EXCHANGE_RATES'
  > &
    LimitSettings &
    OutboundSettings;
}

// Lists, keyword searches and intents have these bounds each, so that one kind never waits for another. Together they
// are fewer than the connections of the reader, so that health checks find one free. Meilisearch runs four searches per
// core at a time; more would only queue there instead of here.
const searchBounds = { atOnce: Math.min(14, 4 * availableParallelism()), maxQueued: 64 };
const catalogBounds = { atOnce: 7, maxQueued: 128 };
// Concurrent requests are batched, and share two connections.
const detailBounds = { atOnce: 64, maxQueued: 128 };

/** How long a killed engine normally takes to restart: shorter outages are not reported to clients. */
const engineRestartMs = 1_500;

/** Maps an error to what a client of the read API sees when a part is down. */
export const translateReadError: TranslateError = (error) => {
  if (error instanceof SearchUnavailable) {
    return unavailable('search_unavailable', 'The search engine cannot be reached right now. Try again.');
  }
  return isDatabaseUnavailable(error)
    ? unavailable('catalog_unavailable', 'The catalog cannot be reached right now. Try again.')
    : undefined;
};

/** Serves the routes of the read API. `forget` invalidates all cached responses. */
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
    late: () => new SearchUnavailable('no response in time'),
  });
  const reachDatabase = () => createReach({ milliseconds: settings.CATALOG_DEADLINE_MS, isAway: isDatabaseAway });
  const reachCatalog = reachDatabase();
  const bounded = (bounds: LoadShedderOptions, reach: Reach = reachEngine) => {
    const shedder = createLoadShedder(bounds);
    return answers.through({ pass: (work) => reach(() => shedder.pass(work)) });
  };
  const keywords = bounded(searchBounds);
  const lists = bounded(searchBounds);
  const list = createList({ search, language, lists, keywords });
  const intents = bounded(searchBounds);
  const money = createMoney(search, await followExchangeRates(app, settings.EXCHANGE_RATES));
  const facets = createFacets({ search, language, money, lists, keywords, intents });
  const discovery = createDiscovery({ database, search, language, money, lists, intents });
  const others = bounded(catalogBounds, reachCatalog);
  const catalog = createCatalogReads({ database, details: bounded(detailBounds, reachCatalog), others });
  const searches = createSearches({ search, language, money, keywords, intents, catalog });
  const providers = createProviderReads(database, others);
  const stats = createStats(database, others);
  limitRates(app, settings);
  if (settings.INSIGHTS === 'on') countInsights(app, primary, metrics);
  serveAnswers(app, routes.listServices, list);
  serveAnswers(app, routes.readFacets, facets);
  serveProviders(app, providers);
  serveSearches(app, searches);
  serveCatalogReads(app, catalog);
  serveChanges(app, { database: primary, reach: reachDatabase(), metrics, patienceMs: followerPatienceMs });
  serveAnswers(app, routes.readStats, () => stats());
  app.register(async (scope: App) => {
    addErrorField(scope);
    serveAnswers(scope, routes.listResources, discovery.list);
    serveAnswers(scope, routes.listMerchant, discovery.merchant);
    serveAnswers(scope, routes.searchResources, discovery.search);
  });
  serveExport(app, {
    database: exportDatabase,
    source: settings.EXPORT_SOURCE,
    progressMs: exportProgressMs,
  });
  serveAgents(app, { searches, facets, catalog, providers, settings, translateError: translateReadError });
  serveWellKnown(app, settings);
  serveBadges(app, catalog);
  const publicUrl = settings.PUBLIC_URL;
  await serveDirectoryPage(app, {
    providers,
    ...{ list, facets, searches, catalog, stats },
    answers,
    settings,
    translateError: translateReadError,
  });
  serveSiteFiles(app, { database, cache: others, list, publicUrl });
  serveReference(app);
  return { forget: answers.clear };
}
