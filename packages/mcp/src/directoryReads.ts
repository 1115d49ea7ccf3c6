import type {
  Category,
  CheckHistory,
  Facets,
  HistoryWindow,
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchQuery,
  KeywordSearchResult,
  ListQuery,
  Service,
  ServiceDetail,
  ServiceHistory,
  StatusRecord,
  Trust,
} from '@shirube/contracts';

/** The data source of the tools. The API that serves them implements it with its own searches and catalog. */
export interface DirectoryReads {
  searchIntent(query: IntentSearchQuery): Promise<IntentSearchResult>;
  searchKeywords(query: KeywordSearchQuery): Promise<KeywordSearchResult>;
  findService(id: string): Promise<{ service: ServiceDetail; status: StatusRecord } | undefined>;
  findTrust(id: string): Promise<Trust | undefined>;
  findHistory(id: string, window: HistoryWindow): Promise<CheckHistory | undefined>;
  findSimilar(id: string, limit: number): Promise<Service[] | undefined>;
  findChanges(id: string): Promise<ServiceHistory | undefined>;
  listCategories(): Promise<Category[]>;
  countServices(query: ListQuery): Promise<Facets>;
}
