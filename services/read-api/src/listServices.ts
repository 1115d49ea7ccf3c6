import { type ListQuery, listServices as route } from '@shirube/contracts';
import type { SearchReader, ServiceJson, Sort } from '@shirube/search';
import { type App, validationFailed } from '@shirube/service-kit';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache } from './answers/answerCache.js';
import { jsonArray } from './answers/json.js';
import { sendAnswer } from './answers/sendAnswer.js';
import { pagingLinks } from './pagingLinks.js';
import { searchFilter } from './searchFilter.js';

function sortOf({ query, sortBy, sortOrder }: ListQuery): Sort | undefined {
  if (sortBy === undefined && query !== undefined) {
    if (sortOrder === undefined) return undefined;
    const message = 'needs sortBy when query is given: relevance has one order only';
    throw validationFailed({ faults: [{ path: 'sortOrder', message }] });
  }
  const by = sortBy ?? 'trustScore';
  return { by, order: sortOrder ?? (by === 'trustScore' ? 'desc' : 'asc') };
}

interface ListOptions {
  search: SearchReader;
  lists: AnswerCache;
  keywords: AnswerCache;
}

/** GET /api/services. With words to search for it is a keyword search, and bounded as one. */
export function serveList(app: App, { search, lists, keywords }: ListOptions): void {
  async function page(query: ListQuery): Promise<{ total: number; services: ServiceJson[] }> {
    const { limit = 20, offset = 0, query: text } = query;
    const filter = searchFilter(query);
    const sort = sortOf(query);
    if (text === undefined) {
      return search.list({ filter, sort: sort ?? { by: 'trustScore', order: 'desc' }, offset, limit });
    }
    const { total, hits } = await search.search({ text, filter, sort, offset, limit });
    return { total, services: hits.map(({ service }) => service) };
  }

  async function answer(query: ListQuery) {
    const { limit = 20, offset = 0 } = query;
    const { total, services } = await page(query);
    return createAnswer(jsonArray(services), {
      'x-total-count': String(total),
      ...pagingLinks({ path: route.url, query, offset, limit, total }),
    });
  }

  app.route({
    method: route.method,
    url: route.url,
    schema: { querystring: route.schema.querystring },
    handler: (request, reply) => {
      const { query } = request;
      const cache = query.query === undefined ? lists : keywords;
      return sendAnswer(
        request,
        reply,
        cache.get('list', query, () => answer(query)),
      );
    },
  });
}
