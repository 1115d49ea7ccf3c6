import { chainOf, type Facets, type ListQuery, readFacets as route } from '@shirube/contracts';
import type { SearchReader } from '@shirube/search';
import fastJson from 'fast-json-stringify';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';
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

/** What each value of a filter would find. */
export function createFacets({ search, lists, keywords }: FacetsOptions): ReadAnswer<ListQuery> {
  async function count({ query, ...filters }: ListQuery): Promise<Facets> {
    const { total, counts } = await search.facets({ text: query, filter: searchFilter(filters) });
    return {
      total,
      categories: byCount(counts.category).map(([id, count]) => ({ id, count })),
      chains: byCount(counts.chains).map(([id, count]) => ({ chain: chainOf(id), count })),
      statuses: byCount(counts.status).flatMap(([value, count]) => {
        const status = statuses.find((known) => known === value);
        return status ? { status, count } : [];
      }),
      currencies: byCount(counts.currency).map(([code, count]) => ({ currency: code.toUpperCase(), count })),
    };
  }

  return ({ sortBy: _by, sortOrder: _order, limit: _limit, offset: _offset, after: _after, ...asked }) => {
    const cache = asked.query === undefined ? lists : keywords;
    return cache.get('facets', asked, async () => createAnswer(stringify(await count(asked))));
  };
}
