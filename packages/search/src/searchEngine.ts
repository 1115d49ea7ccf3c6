import type { CatalogEntry, ServiceStatus } from '@shirube/contracts';
import type { IntentQuery } from './intent/intentQuery.js';
import type { TokenMatch } from './intent/tokenMatches.js';
import type { ServiceJson } from './serviceJson.js';

/** An end of a range of prices; the amount is a plain decimal. */
export interface PriceBound {
  amount: string;
  /** Whether the amount itself lies outside of the range. */
  exclusive: boolean;
}

/** What every returned service must fulfil. Chains are canonical; case does not matter in them, nor in currencies. */
export interface SearchFilter {
  category?: string;
  /** It supports one of these. */
  chains?: readonly string[];
  /** It supports none of these. */
  notChains?: readonly string[];
  status?: ServiceStatus;
  /** Its status is not this one. */
  notStatus?: ServiceStatus;
  /** Its price is in one of these. */
  currencies?: readonly string[];
  /** Its price is in none of these. */
  notCurrencies?: readonly string[];
  minPrice?: PriceBound;
  maxPrice?: PriceBound;
  /** It costs nothing, or some of its requests do. */
  free?: true;
  /** Its trust score is at least this. */
  minTrust?: number;
  /** It is paid for at this address, as `paymentAddressKey` has it. */
  payTo?: string;
  /** Whether it is paid on a test network. */
  testnet?: boolean;
  /** It is called in this way. */
  callType?: 'http' | 'mcp';
  /** Clients of the discovery protocol are told of it. */
  discoverable?: true;
}

export interface Sort {
  /** By `createdAt` means by id, which holds the time. */
  by: 'price' | 'trustScore' | 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

/** Whether that is the order of a list for which none was asked, in which test networks come last, too. */
export const isUsualOrder = ({ by, order }: Sort): boolean => by === 'trustScore' && order === 'desc';

/** A place in a list: right behind a service, known by what the list is ordered by and its id. */
export interface ListCursor {
  key: string | number;
  id: string;
  /** Whether the service is a possible duplicate: these come after all others. */
  isDuplicate?: boolean | undefined;
}

export interface ListRequest {
  filter: SearchFilter;
  sort: Sort;
  offset: number;
  limit: number;
  /** Where the page starts, instead of at the offset; holds while services are added and removed. */
  after?: ListCursor | undefined;
}

export interface KeywordRequest {
  text: string;
  filter: SearchFilter;
  /** By relevance when left out. */
  sort?: Sort | undefined;
  offset: number;
  limit: number;
}

export interface ListPage {
  total: number;
  services: ServiceJson[];
  /** Whether the last of them is one of those that come after all others. */
  endsInDuplicates?: boolean;
}

export interface KeywordPage {
  total: number;
  hits: { service: ServiceJson; score: number }[];
}

export interface FacetRequest {
  /** As in a keyword search; every service where it is left out. */
  text?: string | undefined;
  filter: SearchFilter;
}

/** How many services have each value, in lower case; what none has is left out. */
export interface FacetCounts {
  category: Map<string, number>;
  chains: Map<string, number>;
  status: Map<string, number>;
  currency: Map<string, number>;
}

export interface Facets {
  /** How many services fulfil the whole request. */
  total: number;
  counts: FacetCounts;
}

export interface RankRequest {
  query: IntentQuery;
  filter: SearchFilter;
  limit: number;
}

/** An answer to an intent: how good it is (0–1) and which words led to it; none when meaning alone did. */
export interface RankedService {
  service: ServiceJson;
  score: number;
  matches: TokenMatch[];
  /** Whether it comes after all others: a possible duplicate. */
  isLast: boolean;
  /** Whether it holds what the query may not want. */
  isDoubted?: boolean;
}

/**
 * The reading side of a search engine. Every method rejects with SearchUnavailable, within its deadline, when the
 * engine cannot answer; it never answers with less than it was asked for.
 */
export interface SearchReader {
  /** Services that fulfil the filter, possible duplicates last, else in the asked order, ties by id; `total` is exact, however large. */
  list(request: ListRequest): Promise<ListPage>;
  /**
   * Services that match the text, best first (score 0–1), of those that match about as well the trusted first, or in the
   * asked order, ties by id; `total` is exact. A
   * service matches when it holds every word: as it is, longer if it is the last word, with a small typo, or by a
   * synonym; what holds the words themselves comes before what holds synonyms. If no service matches, the rarest word
   * suffices (several, when equally rare and held together; else the first of the query), and the others count in the
   * order only.
   */
  search(request: KeywordRequest): Promise<KeywordPage>;
  /**
   * Counts what a list or a keyword search with that text and filter would find: all of it, and by value what it would
   * find if that value were chosen in place of the filter on the same field. Exact; of a field with more than 10,000
   * values, the commonest.
   */
  facets(request: FacetRequest): Promise<Facets>;
  /**
   * The services that answer an intent, best first, ties by id. Every engine scores by the same formula; one that ranks
   * candidates only may leave out a service that it should have given, in about one of thirty places.
   */
  rank(request: RankRequest): Promise<RankedService[]>;
  /** Resolves when the engine answers, and the next list, search and intent will be answered too. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** One step of keeping the index: the service as it is now, or the id of one that is gone. */
export type IndexChange = { upsert: CatalogEntry } | { remove: string };

/** How an index was found. */
export interface IndexPreparation {
  /** It must be made from the catalog: there is none, or it is of an older form. */
  rebuildNeeded: boolean;
  /** There is one, which takes changes. Where there is none, readers and changes are turned away until the rebuild. */
  serves: boolean;
}

/** The writing side of a search engine, used by the indexer alone. */
export interface SearchIndex {
  /**
   * Applies settings if they have changed and reports how the index is. To be called at the start, and again after
   * SearchUnavailable: the engine may have come back without its data.
   */
  prepare(): Promise<IndexPreparation>;
  /** Resolves when there is an index that takes changes, and rejects with SearchUnavailable otherwise. Costs little. */
  check(): Promise<void>;
  /**
   * Resolves once every change is visible to readers. All or nothing: rejects with DocumentsRefused when the engine
   * refuses the batch because of what is in it (the caller bisects), with SearchUnavailable when it cannot be reached.
   * Batches sent one after the other, without waiting, are applied in the order of the calls. Of two changes to one
   * id in a batch the later counts. Takes its time when the engine is behind.
   */
  apply(changes: readonly IndexChange[]): Promise<void>;
  /** Every indexed id with its revision, in id order, in pages: what verify compares with the catalog. */
  revisions(): AsyncIterable<{ id: string; revision: number }[]>;
  /**
   * A second index beside the serving one, if there is one: filled through its own `apply`, then promoted atomically
   * or dropped, so that readers never see one that lacks something. What is applied to the serving index meanwhile
   * does not reach it: the caller applies that again. One rebuild at a time; what an interrupted one has left behind
   * is removed.
   */
  beginRebuild(): Promise<IndexRebuild>;
  close(): Promise<void>;
}

export interface IndexRebuild {
  apply(changes: readonly IndexChange[]): Promise<void>;
  /** Readers see the new index from here on; the old one is gone. */
  promote(): Promise<void>;
  abandon(): Promise<void>;
}
