import {
  type IntentSearchQuery,
  type ListQuery,
  listServices,
  type RouteContract,
  readFacets,
  searchIntent,
} from '@shirube/contracts';
import type { Reads } from '@shirube/page';
import { validatorCompiler } from '@shirube/service-kit';
import type { Answer } from '../answers/answer.js';
import type { ReadAnswer } from '../answers/answerCache.js';
import type { CatalogReads } from '../catalogReads.js';
import type { Searches } from '../searches.js';

export interface PageReadsOptions {
  list: ReadAnswer<ListQuery>;
  facets: ReadAnswer<ListQuery>;
  searches: Searches;
  catalog: CatalogReads;
}

const parsed = async (answer: Answer | Promise<Answer>) => JSON.parse((await answer).body.toString());

/** Refuses what the route would refuse: an address of a page may say anything. */
function checking({ method, url, schema: { querystring } }: RouteContract) {
  const validate = querystring && validatorCompiler({ schema: querystring, method, url, httpPart: 'querystring' });
  return <Query extends object>(query: Query): Query => {
    const result = validate?.(query);
    if (typeof result === 'object' && 'error' in result && result.error) throw result.error;
    return query;
  };
}

/** What rendered pages read: the answers that everybody gets, so that it is bounded as every other read is. */
export function pageReads({ list, facets, searches, catalog }: PageReadsOptions): Reads {
  const checkList = checking(listServices);
  const checkFacets = checking(readFacets);
  const checkIntent = checking(searchIntent);
  return {
    async list(query: ListQuery) {
      const { body, headers } = await list(checkList(query));
      return { services: JSON.parse(body.toString()), total: Number(headers['x-total-count']) };
    },
    facets: async (query: ListQuery = {}) => parsed(facets(checkFacets(query))),
    intent: async (query: IntentSearchQuery) => parsed(searches.intent(checkIntent(query))),
    detail: async (id: string) => parsed(catalog.detail(id)),
    status: async (id: string) => parsed(catalog.status(id)),
    categories: async () => parsed(catalog.categories()),
    currencies: async () => parsed(catalog.currencies()),
  };
}
