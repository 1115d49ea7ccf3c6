import {
  type FacetsQuery,
  type IntentSearchQuery,
  type ListQuery,
  type RouteContract,
  routes,
} from '@shirube/contracts';
import type { Reads } from '@shirube/page';
import { validatorCompiler } from '@shirube/service-kit';
import { parsed } from '../answers/answer.js';
import type { ReadAnswer } from '../answers/answerCache.js';
import type { CatalogReads } from '../catalogReads.js';
import { openApi } from '../reference.js';
import type { Searches } from '../searches.js';

export interface PageReadsOptions {
  list: ReadAnswer<ListQuery>;
  facets: ReadAnswer<FacetsQuery>;
  searches: Searches;
  catalog: CatalogReads;
  stats: ReadAnswer<void>;
}

/** Rejects what the route would reject: the address of a page may contain anything. */
export function checking({ method, url, schema: { querystring } }: RouteContract) {
  const validate = querystring && validatorCompiler({ schema: querystring, method, url, httpPart: 'querystring' });
  return <Query extends object>(query: Query): Query => {
    const result = validate?.(query);
    if (typeof result === 'object' && 'error' in result && result.error) throw result.error;
    return query;
  };
}

/** The reads behind rendered pages. They use the cached public responses, so they are bounded like every other read. */
export function pageReads({ list, facets, searches, catalog, stats }: PageReadsOptions): Omit<Reads, 'checkAddress'> {
  const checkList = checking(routes.listServices);
  const checkFacets = checking(routes.readFacets);
  const checkIntent = checking(routes.searchIntent);
  return {
    async listServices(query: ListQuery) {
      const answer = await list(checkList(query));
      return { services: await parsed(answer), total: Number(answer.headers['x-total-count']) };
    },
    readFacets: async (query: FacetsQuery = {}) => parsed(facets(checkFacets(query))),
    searchIntent: async (query: IntentSearchQuery) => parsed(searches.intent(checkIntent(query))),
    getService: async (id: string) => parsed(catalog.detail(id)),
    getServiceStatus: async (id: string) => parsed(catalog.status(id)),
    getServiceTrust: async (id: string) => parsed(catalog.trust(id)),
    getCheckHistory: async (id: string, { window = '24h' } = {}) => parsed(catalog.checkHistory({ id, window })),
    listSimilar: async (id: string, query = {}) => parsed(searches.similar({ id, ...query })),
    listCategories: async () => parsed(catalog.categories()),
    readStats: async () => parsed(stats()),
    listCurrencies: async () => parsed(catalog.currencies()),
    readOpenApi: async () => parsed(openApi),
  };
}
