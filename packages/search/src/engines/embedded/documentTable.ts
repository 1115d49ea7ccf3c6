import type { SearchDocument } from '@shirube/contracts';
import { type ServiceJson, toServiceJson } from '../../serviceJson.js';
import { createFilterTable } from './filterTable.js';

/** The services of the index, with what lists filter and sort by. */
export function createDocumentTable() {
  const filters = createFilterTable();
  const services: (ServiceJson | undefined)[] = [];
  const revisions: number[] = [];
  const nameKeys: string[] = [];
  const duplicates = new Set<number>();
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
    /** 1 for what comes after all others, else 0. */
    duplicate: (slot: number): number => (duplicates.has(slot) ? 1 : 0),
    /** Whether it does not answer. */
    isSilent: (slot: number): boolean => silent.has(slot),
    updatedAt: (slot: number): number => updates[slot] ?? 0,
    put(document: SearchDocument): number {
      const slot = filters.put(document);
      services[slot] = toServiceJson(document.service);
      revisions[slot] = document.revision;
      nameKeys[slot] = document.nameKey;
      if (document.duplicate) duplicates.add(slot);
      else duplicates.delete(slot);
      if (document.silent) silent.add(slot);
      else silent.delete(slot);
      updates[slot] = document.updatedAt;
      return slot;
    },
    remove(id: string): void {
      const slot = filters.find(id);
      if (slot === undefined) return;
      filters.remove(id);
      services[slot] = undefined;
      nameKeys[slot] = '';
      duplicates.delete(slot);
      silent.delete(slot);
    },
  };
}
