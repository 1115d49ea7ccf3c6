import {
  type Database,
  findStatus,
  listCategories,
  listCurrencies,
  listServiceHistory,
} from '@shirube/catalog';
import {
  listCategories as categoriesRoute,
  listCurrencies as currenciesRoute,
  getService,
  getServiceHistory,
  getServiceStatus,
} from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache } from './answers/answerCache.js';
import { sendAnswer } from './answers/sendAnswer.js';
import { missingService, type ReadDetail } from './serviceDetail.js';

const stringifyStatus = fastJson(getServiceStatus.schema.response[200]);
const stringifyCategories = fastJson(categoriesRoute.schema.response[200]);
const stringifyCurrencies = fastJson(currenciesRoute.schema.response[200]);

interface CatalogReadsOptions {
  database: Database;
  readDetail: ReadDetail;
  cache: AnswerCache;
}

/** What is read from Postgres: detail, status and history of a service, categories, currencies. */
export function serveCatalogReads(app: App, { database, readDetail, cache }: CatalogReadsOptions): void {
  app.route({
    method: getService.method,
    url: getService.url,
    schema: { params: getService.schema.params, querystring: getService.schema.querystring },
    handler: (request, reply) => {
      const answer = readDetail(request.params.id);
      return sendAnswer(request, reply, answer);
    },
  });

  app.route({
    method: getServiceStatus.method,
    url: getServiceStatus.url,
    schema: { params: getServiceStatus.schema.params, querystring: getServiceStatus.schema.querystring },
    handler: (request, reply) => {
      const { id } = request.params;
      const make = async () => {
        const status = await findStatus(database, id);
        if (!status) throw await missingService(database, id);
        return createAnswer(stringifyStatus(status));
      };
      const answer = cache.get('status', { id }, make);
      return sendAnswer(request, reply, answer);
    },
  });

  app.route({
    method: getServiceHistory.method,
    url: getServiceHistory.url,
    schema: { params: getServiceHistory.schema.params, querystring: getServiceHistory.schema.querystring },
    handler: (request, reply) => {
      const { id } = request.params;
      const make = async () => {
        const history = await listServiceHistory(database, id);
        if (history.length === 0) throw await missingService(database, id);
        return createAnswer(JSON.stringify(history));
      };
      return sendAnswer(request, reply, cache.get('history', { id }, make));
    },
  });

  app.route({
    method: categoriesRoute.method,
    url: categoriesRoute.url,
    schema: { querystring: categoriesRoute.schema.querystring },
    handler: (request, reply) => {
      const make = async () => createAnswer(stringifyCategories(await listCategories(database)));
      const answer = cache.get('categories', {}, make);
      return sendAnswer(request, reply, answer);
    },
  });

  app.route({
    method: currenciesRoute.method,
    url: currenciesRoute.url,
    schema: { querystring: currenciesRoute.schema.querystring },
    handler: (request, reply) => {
      const make = async () => createAnswer(stringifyCurrencies(await listCurrencies(database)));
      const answer = cache.get('currencies', {}, make);
      return sendAnswer(request, reply, answer);
    },
  });
}
