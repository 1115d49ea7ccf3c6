import type {
  exportCatalog,
  getService,
  getServiceHistory,
  getServiceStatus,
  listAccountServices,
  listCategories,
  listChanges,
  listCurrencies,
  listServices,
  readFacets,
  readStats,
  registerService,
  searchCatalog,
  searchIntent,
} from '@shirube/contracts';

/** A path of the contract with `:id` filled in; it does not compile once the contract says another. */
const withId = <Path extends string>(path: Path, id: string): string =>
  path.replace(':id', encodeURIComponent(id));

export const paths = {
  list: '/api/services' satisfies (typeof listServices)['url'],
  register: '/api/services' satisfies (typeof registerService)['url'],
  ownServices: '/api/account/services' satisfies (typeof listAccountServices)['url'],
  changes: '/api/changes' satisfies (typeof listChanges)['url'],
  keyword: '/api/catalog/search' satisfies (typeof searchCatalog)['url'],
  intent: '/api/services/search/intent' satisfies (typeof searchIntent)['url'],
  export: '/api/export' satisfies (typeof exportCatalog)['url'],
  categories: '/api/categories' satisfies (typeof listCategories)['url'],
  currencies: '/api/currencies' satisfies (typeof listCurrencies)['url'],
  facets: '/api/facets' satisfies (typeof readFacets)['url'],
  stats: '/api/stats' satisfies (typeof readStats)['url'],
  detail: (id: string) => withId<(typeof getService)['url']>('/api/services/:id', id),
  history: (id: string) => withId<(typeof getServiceHistory)['url']>('/api/services/:id/changes', id),
  status: (id: string) => withId<(typeof getServiceStatus)['url']>('/api/services/:id/status', id),
};
