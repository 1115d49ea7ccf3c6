import type { CatalogEntry, Service, ServiceStatus } from '@shirube/contracts';

/** What every returned service must fulfil. Amounts are plain decimals; chains are canonical. */
export interface SearchFilter {
  category?: string;
  chain?: string;
  status?: ServiceStatus;
  currency?: string;
  maxPrice?: { amount: string; exclusive: boolean };
}

export interface Sort {
  by: 'price' | 'trustScore' | 'name';
  order: 'asc' | 'desc';
}

export interface ListRequest {
  filter: SearchFilter;
  sort: Sort;
  offset: number;
  limit: number;
}

export interface KeywordRequest {
  text: string;
  filter: SearchFilter;
  /** By relevance when left out. */
  sort?: Sort;
  offset: number;
  limit: number;
}

export interface ListPage {
  total: number;
  services: Service[];
}

export interface KeywordPage {
  total: number;
  hits: { service: Service; score: number }[];
}

/** A term of intent search and how much it counts, 0–1. */
export interface WeightedTerm {
  term: string;
  weight: number;
}

export interface CandidateRequest {
  /** Terms of which a candidate holds at least one. */
  terms: readonly WeightedTerm[];
  filter: SearchFilter;
  /** About how many candidates are wanted: those in which the strongest and rarest terms meet. */
  limit: number;
}

export interface Candidate {
  service: Service;
  /** The asked-for terms that the service holds, with the weight (1–255) each has there. */
  weights: ReadonlyMap<string, number>;
  /** Different terms of the service. */
  length: number;
}

/** Candidates in no particular order, and what is needed to rank them. */
export interface Candidates {
  candidates: Candidate[];
  /** Services in the index. */
  count: number;
  /** How many services of the index hold each asked-for term; absent when none does. */
  frequencies: ReadonlyMap<string, number>;
}

/**
 * The reading side of a search engine. Every method rejects with SearchUnavailable, within its deadline, when the
 * engine cannot answer; it never answers with less than it was asked for.
 */
export interface SearchReader {
  /** Services that fulfil the filter, in the asked order, ties by id; `total` is exact, however large. */
  list(request: ListRequest): Promise<ListPage>;
  /**
   * Services that match the text, best first (score 0–1) or in the asked order, ties by id; `total` is exact. A
   * service matches when it holds every word: as it is, longer if it is the last word, with a small typo, or by a
   * synonym. If no service does, the rarest word suffices (several, when equally rare and held together; else the
   * first of the query), and the others count in the order only.
   */
  search(request: KeywordRequest): Promise<KeywordPage>;
  /** Services worth ranking for an intent. */
  candidates(request: CandidateRequest): Promise<Candidates>;
  /** Resolves when the engine answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** One step of keeping the index: the service as it is now, or the id of one that is gone. */
export type IndexChange = { upsert: CatalogEntry } | { remove: string };

/** The writing side of a search engine, used by the indexer alone. */
export interface SearchIndex {
  /**
   * Applies settings if they have changed and reports whether the index must be rebuilt from the catalog. To be called
   * at the start, and again after SearchUnavailable: the engine may have come back without its data.
   */
  prepare(): Promise<{ rebuildNeeded: boolean }>;
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
   * A second index beside the serving one: filled through its own `apply`, then promoted atomically or dropped. What
   * is applied to the serving index meanwhile does not reach it: the caller applies that again. One rebuild at a
   * time; what an interrupted one has left behind is removed.
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
