import { hash } from 'node:crypto';
import type { DayCounts, QueryCounts } from '@shirube/catalog';
import { LRUCache } from 'lru-cache';
import type { Impression, QueryKind } from './impression.js';

/** The most services, and the most kinds of queries, that are counted between two flushes. */
const maxCounts = 20_000;
/** As many as decide whether a word may be shown. */
const mostAskers = 5;
const maxSearches = 10_000;
const searchMs = 1_800_000;

interface Counts {
  total: DayCounts;
  queries: Map<string, QueryCounts>;
}

/** The last search of each address, in memory only: a service that it opens next was found by it. */
export const createLastSearches = () => new LRUCache<string, Impression>({ max: maxSearches, ttl: searchMs });

/**
 * Counts what is shown and opened on a day, within bounds. An asker becomes a number below 4096, which another asker may
 * share and which differs for each word: it neither identifies anybody nor connects the words of one query.
 */
export function createInsightCounts(
  day: string,
  salt: string,
  { searches, onDrop }: { searches: LRUCache<string, Impression>; onDrop: () => void },
) {
  const services = new Map<string, Counts>();
  let kinds = 0;

  function countsOf(service: string): Counts | undefined {
    const known = services.get(service);
    if (known || services.size >= maxCounts) return known;
    const added: Counts = { total: { service, shown: 0, opened: 0, ranks: 0 }, queries: new Map() };
    services.set(service, added);
    return added;
  }

  function queryOf({ total, queries }: Counts, { key, task, word }: QueryKind): QueryCounts | undefined {
    const known = queries.get(key);
    if (known || kinds >= maxCounts) return known;
    const added = { service: total.service, task, word, shown: 0, opened: 0, askers: [] };
    queries.set(key, added);
    kinds += 1;
    return added;
  }

  /** Returns the number of an asker for each kind of query. */
  function numbersOf(address: string, query: readonly QueryKind[]): number[] {
    const digest = hash('sha256', `${salt} ${address}`, 'buffer');
    const [one, two] = [digest.readInt32LE(0), digest.readInt32LE(4)];
    return query.map((kind) => {
      const mixed = Math.imul(kind.hash ^ one, 0x85ebca6b);
      return Math.imul((mixed ^ (mixed >>> 15)) + two, 0xc2b2ae35) >>> 20;
    });
  }

  function countQuery(counts: Counts, query: readonly QueryKind[], askers: number[], what: 'shown' | 'opened'): void {
    for (let i = 0; i < query.length; i += 1) {
      const row = queryOf(counts, query[i] as QueryKind);
      if (!row) {
        onDrop();
        continue;
      }
      row[what] += 1;
      const asker = askers[i] as number;
      if (row.askers.length < mostAskers && !row.askers.includes(asker)) row.askers.push(asker);
    }
  }

  return {
    day,
    salt,
    count(address: string, impression: Impression): void {
      const { services: ids, offset, kinds: query } = impression;
      const isDetail = query.length === 0;
      if (!isDetail) searches.set(address, impression);
      const last = isDetail ? searches.get(address) : undefined;
      const found = isDetail ? (last?.services.includes(ids[0] ?? '') ? last.kinds : []) : query;
      const askers = found.length > 0 ? numbersOf(address, found) : [];
      for (let i = 0; i < ids.length; i += 1) {
        const counts = countsOf(ids[i] as string);
        if (!counts) {
          onDrop();
          continue;
        }
        if (isDetail) counts.total.opened += 1;
        else {
          counts.total.shown += 1;
          counts.total.ranks += offset + i + 1;
        }
        countQuery(counts, found, askers, isDetail ? 'opened' : 'shown');
      }
    },
    /** Returns what was counted. */
    rows: (): { days: DayCounts[]; queries: QueryCounts[] } => ({
      days: Array.from(services.values(), ({ total }) => total),
      queries: Array.from(services.values(), ({ queries }) => [...queries.values()]).flat(),
    }),
  };
}

export type InsightCounts = ReturnType<typeof createInsightCounts>;
