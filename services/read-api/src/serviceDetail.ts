import { createServiceFinder, type Database, wasRemoved } from '@shirube/catalog';
import { getService } from '@shirube/contracts';
import { gone, type HttpProblem, notFound } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { type Answer, createAnswer } from './answers/answer.js';
import type { AnswerCache } from './answers/answerCache.js';

const stringifyService = fastJson(getService.schema.response[200]);

/** What is said of an id that no service has: 410 while it is remembered that one had it. */
export const missingService = async (database: Database, id: string): Promise<HttpProblem> =>
  (await wasRemoved(database, id))
    ? gone('service_removed', 'This service was removed from the catalog.')
    : notFound('service_not_found', 'There is no service with this id.');

/** The answer with the service of that id; rejects with a 404 or 410 where there is none. */
export type ReadDetail = (id: string) => Answer | Promise<Answer>;

/** Reads details from Postgres, many of which are one statement. */
export function createDetailReader(database: Database, cache: AnswerCache): ReadDetail {
  const findService = createServiceFinder(database);
  return (id) => {
    const make = async () => {
      const service = await findService(id);
      if (!service) throw await missingService(database, id);
      return createAnswer(stringifyService(service));
    };
    return cache.get('detail', { id }, make);
  };
}
