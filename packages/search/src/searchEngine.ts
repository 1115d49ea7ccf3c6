import type { CatalogEntry, GroupProvider, ServiceStatus } from '@shirube/contracts';
import type { IntentQuery } from './intent/intentQuery.js';
import type { TokenMatch } from './intent/tokenMatches.js';
import type { ServiceJson } from './serviceJson.js';

/** One end of a price range. The amount is a plain decimal. */
export interface PriceBound {
  amount: string;
  /** Whether the amount itself is outside of the range. */
  exclusive: boolean;
}

/**
 * The conditions that every returned service meets. Chains are canonical. Chains and currencies are case-insensitive.
 * Of a service that can be paid in several ways, one way must meet chains, currencies and prices together.
 */
export interface SearchFilter {
  /** Its id is one of these. */
  ids?: readonly string[];
  /** It is at this host, or at one of this registrable domain. In lower case. */
  host?: string;
  /** One of its names is one of these; see `serviceNames`. */
  names?: readonly string[];
  /** None of its names is one of these. */
  notNames?: readonly string[];
  /** Its provider is one of these. */
  providers?: readonly string[];
  /** Its provider is none of these. */
  notProviders?: readonly string[];
  /** Its category is one of these. */
  categories?: readonly string[];
  /** It is paid on one of these. */
  chains?: readonly string[];
  /** It is paid on none of these. */
  notChains?: readonly string[];
  status?: ServiceStatus;
  /** Its status is not this one. */
  notStatus?: ServiceStatus;
  /** One of its prices is in one of these. */
  currencies?: readonly string[];
  /** None of its prices is in one of these. */
  notCurrencies?: readonly string[];
  /**
   * Its price is at least this. Without currencies, only prices in the currency family of the registered price count.
   */
  minPrice?: PriceBound;
  /** Its price is at most this. As above. */
  maxPrice?: PriceBound;
  /** Further ranges of prices, each in currencies of its own, instead of the above. One way to pay must meet one of them. */
  orPrices?: readonly Pick<SearchFilter, 'currencies' | 'minPrice' | 'maxPrice'>[];
  /** It can be paid in several ways. */
  severalWays?: true;
  /** It is free or has a free quota. */
  free?: true;
  /** Its trust score is at least this. */
  minTrust?: number;
  /** Its uptime in percent of the last 30 days is at least this. */
  minUptime?: number;
  /** Its description is in this language. */
  language?: string;
  /** It is paid at this address, in the form of `paymentAddressKey`. */
  payTo?: string;
  /** Whether it is paid on a test network. */
  testnet?: boolean;
  /** It is called in this way. */
  callType?: 'http' | 'mcp';
  /** The discovery protocol lists it. */
  discoverable?: true;
}

export interface Sort {
  /** `createdAt` sorts by id, which contains the time. */
  by: 'price' | 'trustScore' | 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

/** Whether this is the default order of a list, in which all that `toDocument` marks as `last` comes last. */
export const isUsualOrder = ({ by, order }: Sort): boolean => by === 'trustScore' && order === 'desc';

/** A position in a list: directly after a service, given by its sort key and its id. */
export interface ListCursor {
  key: string | number;
  id: string;
  /** Whether the service is a possible duplicate. Duplicates come after all others. */
  isDuplicate?: boolean | undefined;
}

export interface ListRequest {
  filter: SearchFilter;
  /** Only the first service of each provider. The total counts providers. Not with `after`. */
  byProvider?: boolean | undefined;
  sort: Sort;
  offset: number;
  limit: number;
  /** Where the page starts, instead of at the offset. Stays valid while services are added and removed. */
  after?: ListCursor | undefined;
}

export interface KeywordRequest {
  text: string;
  filter: SearchFilter;
  /** Whether only services that hold every word match, even if there are none. */
  everyWord?: boolean;
  /** Only the best service of each provider. The total counts providers. */
  byProvider?: boolean | undefined;
  /** By relevance if not given. */
  sort?: Sort | undefined;
  offset: number;
  limit: number;
}

export interface ListPage {
  total: number;
  services: ServiceJson[];
  /** Whether the last service is one of those that come after all others. */
  endsInDuplicates?: boolean;
}

export interface KeywordPage {
  total: number;
  hits: { service: ServiceJson; score: number }[];
}

export interface FacetRequest {
  /** As in a keyword search. Every service if not given. */
  text?: string | undefined;
  filter: SearchFilter;
}

/** How many services have each value, in lower case. Values that no service has are missing. */
export interface FacetCounts {
  category: Map<string, number>;
  chains: Map<string, number>;
  status: Map<string, number>;
  currencies: Map<string, number>;
  provider: Map<string, number>;
  language: Map<string, number>;
  /** `true` on test networks, `false` elsewhere. */
  testnet: Map<string, number>;
  /** By the highest of `trustLevels` or `uptimeLevels` that a service reaches. */
  trustLevel: Map<string, number>;
  uptimeLevel: Map<string, number>;
}

export interface Facets {
  /** How many services match the whole request. */
  total: number;
  counts: FacetCounts;
}

export interface RankRequest {
  query: IntentQuery;
  filter: SearchFilter;
  /** How many answers are needed in their final order, with their matches. */
  limit: number;
}

/**
 * An answer to an intent: how good it is (0–1), and the words that led to it. No words if it was found by meaning
 * alone.
 */
export interface RankedService {
  service: ServiceJson;
  score: number;
  matches: TokenMatch[];
  /** Whether it comes after all others: a possible duplicate. */
  isLast: boolean;
  /** Whether it holds something that the query may not want. */
  isDoubted?: boolean;
  /** Whether the query names it. */
  isNamed?: boolean;
}

/**
 * The reading side of a search engine. Every method rejects with SearchUnavailable, within its deadline, if the engine
 * cannot respond. Results are never partial.
 */
export interface SearchReader {
  /**
   * Returns the services that pass the filter: possible duplicates last, otherwise in the requested order, ties by id.
   * `total` is exact, however large.
   */
  list(request: ListRequest): Promise<ListPage>;
  /**
   * Returns the services that match the text, best first (score 0–1), the trusted first among those that match about
   * equally well, or in the requested order, ties by id. `total` is exact. A service matches if it holds every word:
   * unchanged, as the beginning of a longer word if it is the last word, with a small typo, or by a synonym. Services
   * that hold the words themselves come before those that hold synonyms. If no service matches, the rarest word
   * suffices (several, if they are equally rare and occur together, otherwise the first of the query), and the other
   * words only affect the order.
   */
  search(request: KeywordRequest): Promise<KeywordPage>;
  /**
   * Counts what a list or a keyword search with that text and filter would find: the total, and for each value what it
   * would find with that value instead of the filter on the same field. The counts are exact. Fields with more than
   * 10,000 values are counted for the most common ones.
   */
  facets(request: FacetRequest): Promise<Facets>;
  /**
   * Returns all services that answer an intent, up to `maxAnswers`, the best `limit` of them first, ties by id. Every
   * engine scores by the same formula. An engine that ranks only candidates may miss a service in about one of thirty
   * places.
   */
  rank(request: RankRequest): Promise<RankedService[]>;
  /** Returns what providers offer, by domain: of their services that pass the filter. Others are left out. */
  describeProviders(domains: readonly string[], filter: SearchFilter): Promise<Map<string, GroupProvider>>;
  /** Counts the services that pass a filter on names. */
  countNamed(filter: SearchFilter): Promise<number>;
  /** Returns those of the words, in lower case, that occur in services. */
  occurring(words: readonly string[]): Promise<string[]>;
  /** Resolves if the engine responds and is ready for lists, searches and intents. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * One change of the index: the current state of a service, also if its texts are as indexed and only its trust, status
 * or uptime has changed, or the id of a removed one.
 */
export type IndexChange = { upsert: CatalogEntry } | { update: CatalogEntry } | { remove: string };

/** Returns the id of the service that a change is about. */
export function changedId(change: IndexChange): string {
  if ('remove' in change) return change.remove;
  return ('upsert' in change ? change.upsert : change.update).service.id;
}

/** The state in which an index was found. */
export interface IndexPreparation {
  /** Whether it must be rebuilt from the catalog, because it does not exist or has an older form. */
  rebuildNeeded: boolean;
  /** Whether an index exists and takes changes. If not, readers and changes are rejected until the rebuild. */
  serves: boolean;
}

/** The writing side of a search engine. Only the indexer uses it. */
export interface SearchIndex {
  /**
   * Applies settings if they have changed and returns the state of the index. Call it at the start, and again after
   * SearchUnavailable, because the engine may have lost its data.
   */
  prepare(): Promise<IndexPreparation>;
  /**
   * Resolves if there is an index that takes changes, and rejects with SearchUnavailable otherwise. Cheap. Returns
   * whether an indexer of an older version, which runs beside this one during an upgrade, has rebuilt it.
   */
  check(): Promise<Pick<IndexPreparation, 'rebuildNeeded'>>;
  /**
   * Resolves once every change is visible to readers. Rejects with DocumentsRefused if the engine refuses a batch because
   * of its content (the caller bisects), and with SearchUnavailable if the engine cannot be reached. Some of the changes
   * may be visible then, or become visible later: a batch that was rejected is applied again. Batches that are sent without waiting are applied in the order of the calls. Of two changes to one id in a
   * batch the later counts. Slow if the engine is behind.
   */
  apply(changes: readonly IndexChange[]): Promise<void>;
  /** Returns every indexed id with its revision, in id order, in pages. verify compares them with the catalog. */
  revisions(): AsyncIterable<{ id: string; revision: number }[]>;
  /**
   * Creates a second index beside the serving one, if there is one. It is filled through its own `apply`, then promoted
   * atomically or dropped, so that readers never see an incomplete index. It does not receive changes that are applied
   * to the serving index meanwhile: the caller applies them again. Only one rebuild runs at a time. What an interrupted
   * one left behind is removed.
   */
  beginRebuild(): Promise<IndexRebuild>;
  close(): Promise<void>;
}

export interface IndexRebuild {
  apply(changes: readonly IndexChange[]): Promise<void>;
  /** Makes the new index visible to readers and removes the old one. */
  promote(): Promise<void>;
  abandon(): Promise<void>;
}
