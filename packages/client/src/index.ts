export type {
  Category,
  CurrencyInUse,
  ExportDocument,
  Fault,
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchQuery,
  KeywordSearchResult,
  ListQuery,
  Problem,
  Registration,
  Service,
  ServiceStatus,
  StatusRecord,
} from './contract.js';
export { type ClientOptions, createClient, type DirectoryClient } from './createClient.js';
export type { ListPage } from './listPage.js';
export { ProblemError } from './problemError.js';
export type { RegisterOptions } from './register.js';
