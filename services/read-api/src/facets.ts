import { canonicalChain, type Facets, type ListQuery, readFacets as route } from '@shirube/contracts';
import type { SearchReader } from '@shirube/search';
import type { App } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache } from './answers/answerCache.js';
import { sendAnswer } from './answers/sendAnswer.js';
import { searchFilter } from './searchFilter.js';

interface FacetsOptions {
  search: SearchReader;
  lists: AnswerCache;
  keywords: AnswerCache;
}

const stringify = fastJson(route.schema.response[200]);

const statuses = ['verified', 'unverified', 'inactive'] as const;

/** The values of a facet, the commonest first. */
const byCount = (counts: Map<string, number>): [string, number][] =>
  [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));

/** GET /api/facets: what each value of a filter would find. */
export function serveFacets(app: App, { search, lists, keywords }: FacetsOptions): void {
  async function count({ query, ...filters }: ListQuery): Promise<Facets> {
    const { total, counts } = await search.facets({ text: query, filter: searchFilter(filters) });
    return {
      total,
      categories: byCount(counts.category).map(([id, count]) => ({ id, count })),
      chains: byCount(counts.chains).map(([id, count]) => ({ chain: canonicalChain(id) ?? id, count })),
      statuses: byCount(counts.status).flatMap(([value, count]) => {
        const status = statuses.find((known) => known === value);
        return status ? { status, count } : [];
      }),
      currencies: byCount(counts.currency).map(([code, count]) => ({ currency: code.toUpperCase(), count })),
    };
  }

  app.route({
    method: route.method,
    url: route.url,
    schema: { querystring: route.schema.querystring },
    handler: (request, reply) => {
      const {
        sortBy: _by,
        sortOrder: _order,
        limit: _limit,
        offset: _offset,
        after: _after,
        ...asked
      } = request.query;
      const cache = asked.query === undefined ? lists : keywords;
      const make = async () => createAnswer(stringify(await count(asked)));
      return sendAnswer(request, reply, cache.get('facets', asked, make));
    },
  });
}
