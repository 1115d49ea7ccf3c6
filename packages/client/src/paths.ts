import type * as contract from '@shirube/contracts';

/** A path of the contract with `:id` filled in; it does not compile once the contract says another. */
const withId = <Path extends string>(path: Path, id: string): string =>
  path.replace(':id', encodeURIComponent(id));

export const paths = {
  list: '/api/services' satisfies (typeof contract.listServices)['url'],
  register: '/api/services' satisfies (typeof contract.registerService)['url'],
  ownServices: '/api/account/services' satisfies (typeof contract.listAccountServices)['url'],
  webhook: '/api/account/webhook' satisfies (typeof contract.setWebhook)['url'],
  webhookTest: '/api/account/webhook/test' satisfies (typeof contract.testWebhook)['url'],
  webhookDeliveries:
    '/api/account/webhook/deliveries' satisfies (typeof contract.listWebhookDeliveries)['url'],
  settlements: '/api/settlements' satisfies (typeof contract.reportSettlements)['url'],
  changes: '/api/changes' satisfies (typeof contract.listChanges)['url'],
  monitorSummary: '/api/monitor/summary' satisfies (typeof contract.getMonitorSummary)['url'],
  keyword: '/api/catalog/search' satisfies (typeof contract.searchCatalog)['url'],
  intent: '/api/services/search/intent' satisfies (typeof contract.searchIntent)['url'],
  export: '/api/export' satisfies (typeof contract.exportCatalog)['url'],
  categories: '/api/categories' satisfies (typeof contract.listCategories)['url'],
  currencies: '/api/currencies' satisfies (typeof contract.listCurrencies)['url'],
  facets: '/api/facets' satisfies (typeof contract.readFacets)['url'],
  stats: '/api/stats' satisfies (typeof contract.readStats)['url'],
  detail: (id: string) => withId<(typeof contract.getService)['url']>('/api/services/:id', id),
  trust: (id: string) => withId<(typeof contract.getServiceTrust)['url']>('/api/services/:id/trust', id),
  checkHistory: (id: string) =>
    withId<(typeof contract.getCheckHistory)['url']>('/api/services/:id/history', id),
  check: (id: string) => withId<(typeof contract.checkService)['url']>('/api/services/:id/check', id),
  history: (id: string) =>
    withId<(typeof contract.getServiceHistory)['url']>('/api/services/:id/changes', id),
  status: (id: string) => withId<(typeof contract.getServiceStatus)['url']>('/api/services/:id/status', id),
};
