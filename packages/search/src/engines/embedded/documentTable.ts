import type { SearchDocument } from '@shirube/contracts';
import { type ServiceJson, toServiceJson } from '../../serviceJson.js';
import { createFilterTable } from './filterTable.js';

const mark = (marked: Set<number>, slot: number, is: number) => (is ? marked.add(slot) : marked.delete(slot));

/** The services of the index, with the values that lists filter and sort by. */
export function createDocumentTable() {
  const filters = createFilterTable();
  const services: (ServiceJson | undefined)[] = [];
  const revisions: number[] = [];
  const nameKeys: string[] = [];
  const duplicates = new Set<number>();
  const last = new Set<number>();
  const silent = new Set<number>();
  const updates: number[] = [];

  return {
    ...filters,
    service(slot: number): ServiceJson {
      const found = services[slot];
      if (found === undefined) throw new RangeError(`slot ${slot} is empty`);
      return found;
    },
    revision: (slot: number): number => revisions[slot] ?? 0,
    nameKey: (slot: number): string => nameKeys[slot] ?? '',
    isDuplicate: (slot: number): boolean => duplicates.has(slot),
    /** Whether the service comes after all others in the default order. */
    isLast: (slot: number): boolean => last.has(slot),
    /** Whether the service comes later among equally good matches. */
    isSilent: (slot: number): boolean => silent.has(slot),
    updatedAt: (slot: number): number => updates[slot] ?? 0,
    put(document: SearchDocument): number {
      const slot = filters.put(document);
      services[slot] = toServiceJson(document.service);
      revisions[slot] = document.revision;
      nameKeys[slot] = document.nameKey;
      mark(duplicates, slot, document.duplicate);
      mark(last, slot, document.last);
      mark(silent, slot, document.silent);
      updates[slot] = document.updatedAt;
      return slot;
    },
    remove(id: string): void {
      const slot = filters.find(id);
      if (slot === undefined) return;
      filters.remove(id);
      services[slot] = undefined;
      nameKeys[slot] = '';
      for (const marked of [duplicates, last, silent]) marked.delete(slot);
    },
  };
}
