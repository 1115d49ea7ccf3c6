import type { SearchDocument, Service } from '@shirube/contracts';
import { compareCodePoints } from '../../document/nameKey.js';
import type { SearchFilter, Sort } from '../../searchEngine.js';
import { createDocumentTable } from './documentTable.js';
import { type CompareSlots, createSortedSlots, type SortedSlots } from './sortedSlots.js';
import { createTermIndex } from './termIndex.js';

/** What is indexed of one service: its document, the words of keyword search, the terms of intent search. */
export interface IndexedDocument {
  document: SearchDocument;
  words: ReadonlyMap<string, number>;
  terms: ReadonlyMap<string, number>;
}

/** One complete index in memory: the services, their orders, their words and terms. */
export function createServingIndex() {
  const table = createDocumentTable();
  const words = createTermIndex();
  const terms = createTermIndex();
  const orders = new Map<string, SortedSlots>();

  const id = (slot: number): string => table.row(slot).service.id;
  const byId: CompareSlots = (a, b) => (a === b ? 0 : id(a) < id(b) ? -1 : 1);
  const byKey: Record<Sort['by'], CompareSlots> = {
    price: (a, b) => table.row(a).price - table.row(b).price,
    trustScore: (a, b) => table.row(a).service.trustScore - table.row(b).service.trustScore,
    name: (a, b) => compareCodePoints(table.row(a).nameKey, table.row(b).nameKey),
  };

  function order(name: string, compare: CompareSlots): Uint32Array {
    let sorted = orders.get(name);
    if (!sorted) {
      sorted = createSortedSlots(table.slots(), compare);
      orders.set(name, sorted);
    }
    return sorted.read();
  }

  return {
    table,
    words,
    terms,
    byId,
    service: (slot: number): Service => table.row(slot).service,
    /** Puts a service in, unless what is there already is newer. */
    put({ document, ...indexed }: IndexedDocument): void {
      const old = table.find(document.id);
      if (old !== undefined) {
        if (table.row(old).revision > document.revision) return;
        words.remove(old);
        terms.remove(old);
      }
      const slot = table.put(document);
      words.add(slot, indexed.words);
      terms.add(slot, indexed.terms);
      for (const sorted of orders.values()) sorted.put(slot, old === undefined);
    },
    remove(serviceId: string): void {
      const slot = table.find(serviceId);
      if (slot === undefined) return;
      words.remove(slot);
      terms.remove(slot);
      for (const sorted of orders.values()) sorted.remove(slot);
      table.remove(serviceId);
    },
    idOrder: (): Uint32Array => order('id', byId),
    order({ by, order: direction }: Sort): Uint32Array {
      const key = byKey[by];
      return direction === 'asc'
        ? order(`${by} asc`, (a, b) => key(a, b) || byId(a, b))
        : order(`${by} desc`, (a, b) => key(b, a) || byId(a, b));
    },
    test: (filter: SearchFilter) => table.test(filter),
  };
}
export type ServingIndex = ReturnType<typeof createServingIndex>;
