import { createIntentIndex, type RankedSlot } from '../../intent/intentIndex.js';
import type { RankRequest } from '../../searchEngine.js';
import { createFilterTable, type FilterFields } from '../../table/filterTable.js';
import { type CarriedFeatures, carriedFeatures } from './meilisearchDocument.js';

/** What the copy holds of a document. */
export type CopiedDocument = FilterFields & CarriedFeatures & Stamp;

/** A document as it was at one time: it is sent with another stamp whenever it has changed. */
export interface Stamp {
  id: string;
  indexedAt: number;
}

export const copiedFields = [
  'id',
  'price',
  'status',
  'category',
  'currency',
  'chains',
  'freeQuota',
  'terms',
  'weights',
  'vector',
  'indexedAt',
];

export interface RankedId extends Omit<RankedSlot, 'slot'> {
  id: string;
}

/** What intent search needs of documents, in the memory of the reader. */
export function createIntentCopy() {
  const table = createFilterTable();
  const intents = createIntentIndex();
  const stamps: number[] = [];
  let newest = 0;
  const byId = (a: number, b: number) => (table.id(a) < table.id(b) ? -1 : 1);

  function isKnown({ id, indexedAt }: Stamp): boolean {
    const slot = table.find(id);
    return slot !== undefined && stamps[slot] === indexedAt;
  }

  return {
    isKnown,
    count: table.count,
    /** The highest stamp there is. */
    newest: (): number => newest,
    put(document: CopiedDocument): void {
      if (isKnown(document)) return;
      const slot = table.put(document);
      stamps[slot] = document.indexedAt;
      newest = Math.max(newest, document.indexedAt);
      intents.put(slot, carriedFeatures(document));
    },
    rank({ query, filter, limit }: RankRequest): RankedId[] {
      const ranked = intents.rank(query, { passes: table.test(filter), byId, limit });
      return ranked.map(({ slot, ...rest }) => ({ id: table.id(slot), ...rest }));
    },
  };
}
export type IntentCopy = ReturnType<typeof createIntentCopy>;
