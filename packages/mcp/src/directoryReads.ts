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
  ServiceDetail,
  StatusRecord,
  Trust,
} from '@shirube/contracts';

/** What the tools read from; the API that serves them answers with its own searches and catalog. */
export interface DirectoryReads {
  searchIntent(query: IntentSearchQuery): Promise<IntentSearchResult>;
  searchKeywords(query: KeywordSearchQuery): Promise<KeywordSearchResult>;
  findService(id: string): Promise<{ service: ServiceDetail; status: StatusRecord } | undefined>;
  findTrust(id: string): Promise<Trust | undefined>;
  findHistory(id: string, window: HistoryWindow): Promise<CheckHistory | undefined>;
  listCategories(): Promise<Category[]>;
  countServices(query: ListQuery): Promise<Facets>;
}
