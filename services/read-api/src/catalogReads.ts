import {
  createServiceFinder,
  type Database,
  findStatus,
  listCategories,
  listCurrencies,
  listServiceHistory,
  whyGone,
} from '@shirube/catalog';
import { type HistoryWindow, routes } from '@shirube/contracts';
import { gone, type HttpProblem, notFound } from '@shirube/service-kit';
import { findTrust, readCheckHistory } from '@shirube/trust';
import fastJson from 'fast-json-stringify';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';

const stringifyService = fastJson(routes.getService.schema.response[200]);
const stringifyStatus = fastJson(routes.getServiceStatus.schema.response[200]);
const stringifyTrust = fastJson(routes.getServiceTrust.schema.response[200]);
const stringifyCheckHistory = fastJson(routes.getCheckHistory.schema.response[200]);
const stringifyCategories = fastJson(routes.listCategories.schema.response[200]);
const stringifyCurrencies = fastJson(routes.listCurrencies.schema.response[200]);

/** The error for an id without a service: 410 if it is known that the service was removed, otherwise 404. */
const missingService = async (database: Database, id: string): Promise<HttpProblem> => {
  const why = await whyGone(database, id);
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
  return {
    detail: (id) =>
      details.get('detail', { id }, async () => {
        const service = await findService(id);
        if (!service) throw await missingService(database, id);
        return createAnswer(stringifyService(service));
      }),
    status: (id) =>
      others.get('status', { id }, async () => {
        const status = await findStatus(database, id);
        if (!status) throw await missingService(database, id);
        return createAnswer(stringifyStatus(status));
      }),
    trust: (id) =>
      others.get('trust', { id }, async () => {
        const trust = await findTrust(database, id);
        if (!trust) throw await missingService(database, id);
        return createAnswer(stringifyTrust(trust));
      }),
    checkHistory: ({ id, window }) =>
      others.get('checkHistory', { id, window }, async () => {
        const history = await readCheckHistory(database, id, window);
        if (!history) throw await missingService(database, id);
        return createAnswer(stringifyCheckHistory(history));
      }),
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
