import { createIntentIndex, type RankedSlot } from '../../intent/intentIndex.js';
import type { RankRequest } from '../../searchEngine.js';
import { createFilterTable, type FilterFields } from '../../table/filterTable.js';
import { type CarriedFeatures, carriedFeatures } from './meilisearchDocument.js';
import type { SearchClient } from './searchClient.js';

interface ReplicaPage {
  results: (FilterFields & CarriedFeatures & { indexedAt: number })[];
  total: number;
}

const fields = [
  'id',
  'price',
  'status',
  'category',
  'currency',
  'chains',
  'terms',
  'weights',
  'vector',
  'indexedAt',
];
const pageSize = 1_000;
/** Milliseconds for which what was read counts as fresh. */
const freshFor = 250;
/** Indexers stamp their documents before they send them, so that one may become visible after a later one. */
const overlap = 5_000;
/** Documents that are gone leave no trace but the count, which is compared this often. */
const recountEvery = 10_000;

export interface RankedId extends Omit<RankedSlot, 'slot'> {
  id: string;
}

/**
 * What intent search needs of every document, kept in the reader's memory and brought up to date when it is asked:
 * so words and vectors are ranked here, exactly as in the embedded engine, and Meilisearch only hands out the results.
 */
export function createIntentReplica(client: SearchClient, indexUid: string) {
  const path = `/indexes/${encodeURIComponent(indexUid)}/documents/fetch`;
  let table = createFilterTable();
  let intents = createIntentIndex();
  let stamps: number[] = [];
  let newest = 0;
  let updatedAt = Number.NEGATIVE_INFINITY;
  let recountedAt = Number.NEGATIVE_INFINITY;
  let updating: Promise<void> | undefined;

  const fetchPage = (filter: string[], offset: number, limit: number) =>
    client.request<ReplicaPage>('POST', path, { filter, offset, limit, fields });

  /** Takes over every document that the filter names; returns how many there are. */
  async function takeOver(filter: string[]): Promise<number> {
    for (let offset = 0; ; offset += pageSize) {
      const { results, total } = await fetchPage(filter, offset, pageSize);
      for (const document of results) {
        const slot = table.put(document);
        if (stamps[slot] === document.indexedAt) continue;
        stamps[slot] = document.indexedAt;
        newest = Math.max(newest, document.indexedAt);
        intents.put(slot, carriedFeatures(document));
      }
      if (offset + results.length >= total || results.length === 0) return total;
    }
  }

  async function startOver(): Promise<void> {
    table = createFilterTable();
    intents = createIntentIndex();
    stamps = [];
    newest = 0;
    await takeOver([]);
  }

  async function update(): Promise<void> {
    const started = performance.now();
    if (newest > 0) await takeOver([`indexedAt > ${newest}`]);
    else await startOver();
    const since = newest - overlap;
    const { total: recent } = await fetchPage([`indexedAt > ${since}`], 0, 0);
    if (recent !== stamps.filter((stamp) => stamp > since).length) await takeOver([`indexedAt > ${since}`]);
    if (started - recountedAt > recountEvery) {
      const { total } = await fetchPage([], 0, 0);
      if (total !== table.count()) await startOver();
      recountedAt = started;
    }
    updatedAt = started;
  }

  async function beFresh(): Promise<void> {
    if (performance.now() - updatedAt < freshFor) return;
    updating ??= update().finally(() => {
      updating = undefined;
    });
    await updating;
  }

  return {
    /** The ids that answer an intent, best first. Rejects with SearchUnavailable when Meilisearch cannot be reached. */
    async rank({ query, filter, limit }: RankRequest): Promise<RankedId[]> {
      await beFresh();
      const byId = (a: number, b: number) => (table.id(a) < table.id(b) ? -1 : 1);
      const ranked = intents.rank(query, { passes: table.test(filter), byId, limit });
      return ranked.map(({ slot, ...rest }) => ({ id: table.id(slot), ...rest }));
    },
    /** Lets the next ranking look for what is new. */
    refresh(): void {
      updatedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
