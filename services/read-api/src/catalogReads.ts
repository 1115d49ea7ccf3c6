import {
  absenceReason,
  createServiceFinder,
  type Database,
  findStatus,
  listCategories,
  listCurrencies,
  listServiceHistory,
} from '@shirube/catalog';
import { type HistoryWindow, routes } from '@shirube/contracts';
import { snippets } from '@shirube/domain/snippets';
import { type App, gone, type HttpProblem, notFound } from '@shirube/service-kit';
import { findTrust, readCheckHistory } from '@shirube/trust';
import fastJson from 'fast-json-stringify';
import { createAnswer, parseAnswer, withImpressions } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';
import { serveAnswers } from './answers/serveAnswers.js';
import { detailOf } from './insights/impression.js';

const stringifyService = fastJson(routes.getService.schema.response[200]);
const stringifyStatus = fastJson(routes.getServiceStatus.schema.response[200]);
const stringifyTrust = fastJson(routes.getServiceTrust.schema.response[200]);
const stringifyCheckHistory = fastJson(routes.getCheckHistory.schema.response[200]);
const stringifyCategories = fastJson(routes.listCategories.schema.response[200]);
const stringifyCurrencies = fastJson(routes.listCurrencies.schema.response[200]);

/** The error for an id without a service: 410 if it is known that the service was removed, otherwise 404. */
const missingService = async (database: Database, id: string): Promise<HttpProblem> => {
  const why = await absenceReason(database, id);
  if (why === 'removed') return gone('service_removed', 'This service was removed from the catalog.');
  if (why === 'hidden') return gone('service_hidden', 'The operator of this directory has hidden this service.');
  return notFound('service_not_found', 'There is no service with this id.');
};

interface CatalogReadsOptions {
  database: Database;
  details: AnswerCache;
  others: AnswerCache;
}

/** Reads from Postgres. A service that does not exist, its status and its history are a 404 or a 410. */
export interface CatalogReads {
  detail: ReadAnswer<string>;
  status: ReadAnswer<string>;
  trust: ReadAnswer<string>;
  checkHistory: ReadAnswer<{ id: string; window: HistoryWindow }>;
  history: ReadAnswer<string>;
  categories: ReadAnswer<void>;
  currencies: ReadAnswer<void>;
}

export function createCatalogReads({ database, details, others }: CatalogReadsOptions): CatalogReads {
  // Concurrent reads are batched into one statement.
  const findService = createServiceFinder(database);
  async function answerOf<Found>(
    id: string,
    finding: Promise<Found>,
    stringify: (found: NonNullable<Found>) => string,
  ) {
    const found = await finding;
    if (!found) throw await missingService(database, id);
    return createAnswer(stringify(found));
  }
  return {
    detail: (id) =>
      details.get('detail', { id }, async () =>
        withImpressions(await answerOf(id, findService(id), stringifyService), detailOf(id)),
      ),
    status: (id) => others.get('status', { id }, () => answerOf(id, findStatus(database, id), stringifyStatus)),
    trust: (id) => others.get('trust', { id }, () => answerOf(id, findTrust(database, id), stringifyTrust)),
    checkHistory: ({ id, window }) =>
      others.get('checkHistory', { id, window }, () =>
        answerOf(id, readCheckHistory(database, id, window), stringifyCheckHistory),
      ),
    history: (id) =>
      others.get('history', { id }, async () => {
        const history = await listServiceHistory(database, id);
        if (history.length === 0) throw await missingService(database, id);
        return createAnswer(JSON.stringify(history));
      }),
    categories: () =>
      others.get('categories', {}, async () => createAnswer(stringifyCategories(await listCategories(database)))),
    currencies: () =>
      others.get('currencies', {}, async () => createAnswer(stringifyCurrencies(await listCurrencies(database)))),
  };
}

/** Serves the routes of these reads. */
export function serveCatalogReads(app: App, catalog: CatalogReads): void {
  serveAnswers(app, routes.getService, (_query, { id }) => catalog.detail(id));
  serveAnswers(app, routes.getServiceStatus, (_query, { id }) => catalog.status(id));
  serveAnswers(app, routes.getServiceTrust, (_query, { id }) => catalog.trust(id));
  serveAnswers(app, routes.getCheckHistory, ({ window = '24h' }, { id }) => catalog.checkHistory({ id, window }));
  serveAnswers(app, routes.getServiceHistory, (_query, { id }) => catalog.history(id));
  serveAnswers(app, routes.listCategories, () => catalog.categories());
  serveAnswers(app, routes.listCurrencies, () => catalog.currencies());
  serveAnswers(app, routes.getSnippets, async (_query, { id }) =>
    createAnswer(JSON.stringify(snippets(await parseAnswer(catalog.detail(id))))),
  );
}
