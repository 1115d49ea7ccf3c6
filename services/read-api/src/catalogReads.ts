import { createServiceFinder, type Database, findStatus, listCategories } from '@shirube/catalog';
import { listCategories as categoriesRoute, getService, getServiceStatus } from '@shirube/contracts';
import { type App, notFound } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache } from './answers/answerCache.js';
import { sendAnswer } from './answers/sendAnswer.js';

const stringifyService = fastJson(getService.schema.response[200]);
const stringifyStatus = fastJson(getServiceStatus.schema.response[200]);
const stringifyCategories = fastJson(categoriesRoute.schema.response[200]);

const serviceNotFound = () => notFound('service_not_found', 'There is no service with this id.');

interface CatalogReadsOptions {
  database: Database;
  /** For details, many of which are one statement. */
  details: AnswerCache;
  cache: AnswerCache;
}

/** What is read from Postgres: service detail, status record, categories. */
export function serveCatalogReads(app: App, { database, details, cache }: CatalogReadsOptions): void {
  const findService = createServiceFinder(database);
  app.route({
    method: getService.method,
    url: getService.url,
    schema: { params: getService.schema.params },
    handler: async (request, reply) => {
      const { id } = request.params;
      const make = async () => {
        const service = await findService(id);
        if (!service) throw serviceNotFound();
        return createAnswer(stringifyService(service));
      };
      const answer = await details.get(`detail ${id}`, make, request);
      return sendAnswer(request, reply, answer);
    },
  });

  app.route({
    method: getServiceStatus.method,
    url: getServiceStatus.url,
    schema: { params: getServiceStatus.schema.params },
    handler: async (request, reply) => {
      const { id } = request.params;
      const make = async () => {
        const status = await findStatus(database, id);
        if (!status) throw serviceNotFound();
        return createAnswer(stringifyStatus(status));
      };
      const answer = await cache.get(`status ${id}`, make, request);
      return sendAnswer(request, reply, answer);
    },
  });

  app.route({
    method: categoriesRoute.method,
    url: categoriesRoute.url,
    handler: async (request, reply) => {
      const make = async () => createAnswer(stringifyCategories(await listCategories(database)));
      const answer = await cache.get('categories', make, request);
      return sendAnswer(request, reply, answer);
    },
  });
}
