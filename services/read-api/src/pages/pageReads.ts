import {
  type FacetsQuery,
  type IntentSearchQuery,
  type ListQuery,
  type ProvidersQuery,
  type RouteContract,
  routes,
} from '@shirube/contracts';
import { snippets } from '@shirube/domain/snippets';
import type { Reads } from '@shirube/page';
import { validatorCompiler } from '@shirube/service-kit';
import { type Answer, parseAnswer } from '../answers/answer.js';
import type { ReadAnswer } from '../answers/answerCache.js';
import type { CatalogReads } from '../catalogReads.js';
import type { Impression } from '../insights/impression.js';
import type { ProviderReads } from '../providers.js';
import { openApi } from '../reference.js';
import type { Searches } from '../searches.js';

export interface PageReadsOptions {
  list: ReadAnswer<ListQuery>;
  facets: ReadAnswer<FacetsQuery>;
  searches: Searches;
  catalog: CatalogReads;
  stats: ReadAnswer<void>;
  providers: ProviderReads;
}

async function toPage(answering: Answer | Promise<Answer>, impressions?: Impression[]): ReturnType<typeof parseAnswer> {
  const answer = await answering;
  return {
    services: await parseAnswer(answer, impressions),
    total: Number(answer.headers['x-total-count']),
    links: {},
  };
}

/** Rejects what the route would reject: the address of a page may contain anything. */
export function createQueryCheck({ method, url, schema: { querystring } }: RouteContract) {
  const validate = querystring && validatorCompiler({ schema: querystring, method, url, httpPart: 'querystring' });
  return <Query extends object>(query: Query): Query => {
    const result = validate?.(query);
    if (typeof result === 'object' && 'error' in result && result.error) throw result.error;
    return query;
  };
}

/**
 * The reads behind rendered pages. They use the cached public responses, so they are bounded like every other read. They
 * add to `impressions` what a page shows.
 */
export function pageReads({ list, facets, searches, catalog, stats, providers }: PageReadsOptions) {
  const checkList = createQueryCheck(routes.listServices);
  const checkProviders = createQueryCheck(routes.listProviders);
  const checkFacets = createQueryCheck(routes.readFacets);
  const checkIntent = createQueryCheck(routes.searchIntent);
  return (impressions: Impression[]): Omit<Reads, 'checkAddress' | 'previewRegistrations'> => ({
    listServices: async (query: ListQuery = {}) => toPage(list(checkList(query)), impressions),
    listProviders: async (query: ProvidersQuery = {}) => toPage(providers.list(checkProviders(query))),
    getProvider: async (domain: string) => parseAnswer(providers.one(domain)),
    readFacets: async (query: FacetsQuery = {}) => parseAnswer(facets(checkFacets(query))),
    searchIntent: async (query: IntentSearchQuery) => parseAnswer(searches.intent(checkIntent(query)), impressions),
    getService: async (id: string) => parseAnswer(catalog.detail(id), impressions),
    getServiceStatus: async (id: string) => parseAnswer(catalog.status(id)),
    getServiceTrust: async (id: string) => parseAnswer(catalog.trust(id)),
    getSnippets: async (id: string) => snippets(await parseAnswer(catalog.detail(id))),
    getCheckHistory: async (id: string, { window = '24h' } = {}) => parseAnswer(catalog.checkHistory({ id, window })),
    listSimilar: async (id: string, query = {}) => parseAnswer(searches.similar({ id, ...query })),
    listCategories: async () => parseAnswer(catalog.categories()),
    readStats: async () => parseAnswer(stats()),
    listCurrencies: async () => parseAnswer(catalog.currencies()),
    readOpenApi: async () => parseAnswer(openApi),
  });
}
