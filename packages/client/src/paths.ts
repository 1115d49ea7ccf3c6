import type { paths as contract } from './contract.js';

/** A path of the contract, with `{id}` filled in; it does not compile once the contract says another. */
const path = (of: keyof contract, id = ''): string => of.replace('{id}', encodeURIComponent(id));

export const paths = {
  list: path('/api/services'),
  register: path('/api/services'),
  ownServices: path('/api/account/services'),
  webhook: path('/api/account/webhook'),
  webhookTest: path('/api/account/webhook/test'),
  webhookDeliveries: path('/api/account/webhook/deliveries'),
  settlements: path('/api/settlements'),
  changes: path('/api/changes'),
  monitorSummary: path('/api/monitor/summary'),
  keyword: path('/api/catalog/search'),
  intent: path('/api/services/search/intent'),
  export: path('/api/export'),
  categories: path('/api/categories'),
  currencies: path('/api/currencies'),
  facets: path('/api/facets'),
  stats: path('/api/stats'),
  detail: (id: string) => path('/api/services/{id}', id),
  trust: (id: string) => path('/api/services/{id}/trust', id),
  checkHistory: (id: string) => path('/api/services/{id}/history', id),
  check: (id: string) => path('/api/services/{id}/check', id),
  history: (id: string) => path('/api/services/{id}/changes', id),
  status: (id: string) => path('/api/services/{id}/status', id),
};
