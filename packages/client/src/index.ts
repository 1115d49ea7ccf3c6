export type {
  AccountServicesQuery,
  Category,
  Change,
  ChangesPage,
  ChangesQuery,
  CurrencyInUse,
  ExportDocument,
  ExportQuery,
  Facets,
  Fault,
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchQuery,
  KeywordSearchResult,
  ListQuery,
  PriceQuartiles,
  Problem,
  Registration,
  Service,
  ServiceHistory,
  ServicePatch,
  ServiceStatus,
  Settlement,
  SettlementsResult,
  Stats,
  StatusRecord,
} from './contract.js';
export { type ClientOptions, createClient, type DirectoryClient } from './createClient.js';
export type { ListPage } from './listPage.js';
export { ProblemError } from './problemError.js';
export type { AnswerOptions, EditOptions, RegisterOptions } from './register.js';
