import { hash } from 'node:crypto';
import type { DayCounts, QueryCounts } from '@shirube/catalog';
import { LRUCache } from 'lru-cache';
import type { Impression, QueryKind } from './impression.js';

/** The most services, and the most kinds of queries, that are counted between two flushes. */
const maxCounts = 20_000;
/** How many searches have their words counted between two flushes: in all, which bounds the time, and of one network. */
const maxSearches = 300;
const maxSearchesOfOne = 30;
/** How many services and kinds of queries one network may add between two flushes. */
const maxAddedByOne = 2_000;
const askerNumbers = 4_096;
/** As many as decide whether a word may be shown. */
const mostAskers = 5;
const maxAddresses = 10_000;
const searchMs = 1_800_000;

/** Who asks: the address that opens what it found, and the network, which stands for one person. */
export interface Asker {
  address: string;
  network: string;
}

type LastSearch = Pick<Impression, 'services'> & { kinds: readonly QueryKind[] };

/** Creates the memory for the last search of each address, by which a service that it opens was found. It is never stored. */
export const createLastSearches = () => new LRUCache<string, LastSearch>({ max: maxAddresses, ttl: searchMs });

interface CountsOptions {
  searches: LRUCache<string, LastSearch>;
  /** Called with the number of counts that were dropped. */
  onDrop: (count: number) => void;
}

interface Counts {
  total: DayCounts;
  queries: Map<string, QueryCounts>;
}

/**
 * Counts what is shown and opened on a day, within bounds. An asker becomes a number, which another asker may
 * share and which differs for each word: it neither identifies anybody nor connects the words of one query.
 */
export function createInsightCounts(day: string, salt: string, { searches, onDrop }: CountsOptions) {
  const services = new Map<string, Counts>();
  let kindsLeft = maxCounts;
  let searchesLeft = maxSearches;
  const searchesOf = new Map<string, number>();
  const addedBy = new Map<string, number>();

  /** Whether a network may add another count. If so, it has. */
  function mayAdd({ network }: Asker): boolean {
    const added = addedBy.get(network) ?? 0;
    if (added < maxAddedByOne) addedBy.set(network, added + 1);
    return added < maxAddedByOne;
  }

  function countsOf(asker: Asker, service: string): Counts | undefined {
    const known = services.get(service);
    if (known || services.size >= maxCounts || !mayAdd(asker)) return known;
    const added: Counts = { total: { service, shown: 0, opened: 0, ranks: 0 }, queries: new Map() };
    services.set(service, added);
    return added;
  }

  function queryOf(asker: Asker, { total, queries }: Counts, { key, task, word }: QueryKind): QueryCounts | undefined {
    const known = queries.get(key);
    if (known || kindsLeft === 0 || !mayAdd(asker)) return known;
    const added = { service: total.service, task, word, shown: 0, opened: 0, askers: [] };
    queries.set(key, added);
    kindsLeft -= 1;
    return added;
  }

  const numberOf = (network: string, { key }: QueryKind): number =>
    hash('sha256', `${salt} ${network} ${key}`, 'buffer').readUInt16LE() % askerNumbers;

  /** Returns the kinds of query that an impression counts for, and remembers a search. */
  function kindsFor({ address, network }: Asker, { services: ids, kinds }: Impression): readonly QueryKind[] {
    if (!kinds) {
      const last = searches.get(address);
      return last?.services.includes(ids) ? last.kinds : [];
    }
    const ofNetwork = searchesOf.get(network) ?? 0;
    if (searchesLeft === 0 || ofNetwork >= maxSearchesOfOne) {
      onDrop(1);
      return [];
    }
    searchesLeft -= 1;
    searchesOf.set(network, ofNetwork + 1);
    const search = { services: ids, kinds: kinds() };
    searches.set(address, search);
    return search.kinds;
  }

  return {
    day,
    salt,
    count(asker: Asker, impression: Impression): void {
      if (impression.services === '') return;
      const kinds = kindsFor(asker, impression);
      const askers = kinds.map((kind) => numberOf(asker.network, kind));
      const what = impression.kinds ? 'shown' : 'opened';
      let drops = 0;
      impression.services.split(',').forEach((id, place) => {
        const counts = countsOf(asker, id);
        if (!counts) {
          drops += 1;
          return;
        }
        counts.total[what] += 1;
        if (impression.kinds) counts.total.ranks += impression.offset + place + 1;
        for (let i = 0; i < kinds.length; i += 1) {
          const row = queryOf(asker, counts, kinds[i] as QueryKind);
          const number = askers[i] as number;
          if (!row) drops += 1;
          else {
            row[what] += 1;
            if (row.askers.length < mostAskers && !row.askers.includes(number)) row.askers.push(number);
          }
        }
      });
      if (drops > 0) onDrop(drops);
    },
    /** Returns what was counted. */
    rows: (): { days: DayCounts[]; queries: QueryCounts[] } => ({
      days: Array.from(services.values(), ({ total }) => total),
      queries: Array.from(services.values(), ({ queries }) => [...queries.values()]).flat(),
    }),
  };
}

export type InsightCounts = ReturnType<typeof createInsightCounts>;
