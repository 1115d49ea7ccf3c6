import type {
  Category,
  CheckHistory,
  Facets,
  HistoryWindow,
  IntentSearchGroups,
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchQuery,
  KeywordSearchResult,
  ListQuery,
  ProviderDetail,
  Service,
  ServiceDetail,
  ServiceHistory,
  StatusRecord,
  Trust,
} from '@shirube/contracts';

/** The data source of the tools. The API that serves them implements it with its own searches and catalog. */
export interface DirectoryReads {
  searchIntent(query: Omit<IntentSearchQuery, 'group'>): Promise<IntentSearchResult>;
  /** The same with the best service of each provider. */
  searchProviders(query: Omit<IntentSearchQuery, 'group'>): Promise<IntentSearchGroups>;
  findProvider(domain: string): Promise<ProviderDetail | undefined>;
  searchKeywords(query: Omit<KeywordSearchQuery, 'group'>): Promise<KeywordSearchResult>;
  findService(id: string): Promise<{ service: ServiceDetail; status: StatusRecord } | undefined>;
  findTrust(id: string): Promise<Trust | undefined>;
  findHistory(id: string, window: HistoryWindow): Promise<CheckHistory | undefined>;
  findSimilar(id: string, limit: number): Promise<Service[] | undefined>;
  findChanges(id: string): Promise<ServiceHistory | undefined>;
  listCategories(): Promise<Category[]>;
  countServices(query: ListQuery): Promise<Facets>;
}
