import type { components, paths } from './contract.js';

type Schemas = components['schemas'];
type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Q } } }
  ? NonNullable<Q>
  : never;

export type AccountService = Schemas['AccountService'];
export type Category = Schemas['Category'];
export type Change = Schemas['Change'];
export type ChangesPage = Schemas['ChangesPage'];
export type CheckHistory = Schemas['CheckHistory'];
export type CheckResult = Schemas['CheckResult'];
export type CurrencyInUse = Schemas['CurrencyInUse'];
export type ExportDocument = Schemas['ExportDocument'];
export type Facets = Schemas['Facets'];
export type Fault = Schemas['Fault'];
export type GroupProvider = Schemas['GroupProvider'];
export type IntentSearchGroups = Schemas['IntentSearchGroups'];
export type IntentSearchResult = Schemas['IntentSearchResult'];
export type KeywordSearchGroups = Schemas['KeywordSearchGroups'];
export type KeywordSearchResult = Schemas['KeywordSearchResult'];
export type MonitorSummary = Schemas['MonitorSummary'];
export type NewWebhook = Schemas['NewWebhook'];
export type PriceQuartiles = Schemas['PriceQuartiles'];
export type Problem = Schemas['Problem'];
export type ProviderDetail = Schemas['ProviderDetail'];
export type ProviderSummary = Schemas['ProviderSummary'];
export type Registration = Schemas['Registration'];
export type Service = Schemas['Service'];
export type ServiceDetail = Schemas['ServiceDetail'];
export type ServiceGroup = Schemas['ServiceGroup'];
export type ServiceHistory = Schemas['ServiceHistory'];
export type ServicePatch = Schemas['ServicePatch'];
export type ServiceStatus = Schemas['ServiceStatus'];
export type Settlement = Schemas['Settlement'];
export type SettlementsResult = Schemas['SettlementsResult'];
export type Stats = Schemas['Stats'];
export type StatusRecord = Schemas['StatusRecord'];
export type TestDelivery = Schemas['TestDelivery'];
export type Trust = Schemas['Trust'];
export type Webhook = Schemas['Webhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];

export type ReportRequest = paths['/api/services/{id}/reports']['post']['requestBody']['content']['application/json'];
type Answer<Responses, Status extends keyof Responses> = Responses[Status] extends {
  content: { 'application/json': infer A };
}
  ? A
  : never;
type Read<Path extends keyof paths> = paths[Path] extends { get: { responses: infer Responses } }
  ? Answer<Responses, 200 & keyof Responses>
  : never;

export type Preview = Answer<paths['/api/registrations/preview']['post']['responses'], 200>;
export type RegisteredOrigin = Answer<paths['/api/registrations']['post']['responses'], 200>;
export type AddressCheck = Read<'/api/check'>;
export type Resources = Read<'/discovery/resources'>;
export type Merchant = Read<'/discovery/merchant'>;
export type FoundResources = Read<'/discovery/search'>;
export type AccountKey = Read<'/api/account/keys'>[number];
export type NewAccountKey = Answer<paths['/api/account/keys']['post']['responses'], 201>;
export type Snippets = Read<'/api/services/{id}/snippets'>;

export type AccountServicesQuery = Query<'/api/account/services'>;
export type ChangesQuery = Query<'/api/changes'>;
export type CheckHistoryQuery = Query<'/api/services/{id}/history'>;
export type FacetsQuery = Query<'/api/facets'>;
export type SimilarQuery = Query<'/api/services/{id}/similar'>;
export type ExportQuery = Query<'/api/export'>;
export type IntentSearchQuery = Query<'/api/services/search/intent'>;
export type KeywordSearchQuery = Query<'/api/catalog/search'>;
export type ProvidersQuery = Query<'/api/providers'>;
export type ListQuery = Query<'/api/services'>;
export type MerchantQuery = Query<'/discovery/merchant'>;
export type ResourceSearchQuery = Query<'/discovery/search'>;
export type ResourcesQuery = Query<'/discovery/resources'>;
export type WebhookDeliveriesQuery = Query<'/api/account/webhook/deliveries'>;
