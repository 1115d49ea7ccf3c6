import type { SearchDocument, Service } from '@shirube/contracts';
import type { SearchFilter } from '../../searchEngine.js';

/** Numbers each distinct key, so that a filter compares integers. */
function createNumbering() {
  const numbers = new Map<string, number>();
  return {
    find: (key: string): number | undefined => numbers.get(key),
    number(key: string): number {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, numbers.size);
      return numbers.size - 1;
    },
  };
}

export interface Row {
  service: Service;
  revision: number;
  nameKey: string;
  price: number;
  category: number;
  status: number;
  currency: number;
  chains: number[];
}

/** Whether the service in a slot fulfils a filter. */
export type SlotTest = (slot: number) => boolean;

/** The services of the index in numbered slots, with what filters and sorts need; a freed slot is used again. */
export function createDocumentTable() {
  const rows: (Row | undefined)[] = [];
  const slots = new Map<string, number>();
  const free: number[] = [];
  const categories = createNumbering();
  const statuses = createNumbering();
  const currencies = createNumbering();
  const chains = createNumbering();

  function row(slot: number): Row {
    const found = rows[slot];
    if (!found) throw new RangeError(`slot ${slot} is empty`);
    return found;
  }

  return {
    row,
    /** Slots in use or free again: every slot is below this. */
    capacity: (): number => rows.length,
    count: (): number => slots.size,
    slots: (): Iterable<number> => slots.values(),
    find: (id: string): number | undefined => slots.get(id),
    put(document: SearchDocument): number {
      const slot = slots.get(document.id) ?? free.pop() ?? rows.length;
      slots.set(document.id, slot);
      rows[slot] = {
        service: document.service,
        revision: document.revision,
        nameKey: document.nameKey,
        price: document.price,
        category: categories.number(document.category),
        status: statuses.number(document.status),
        currency: currencies.number(document.currency),
        chains: document.chains.map(chains.number),
      };
      return slot;
    },
    remove(id: string): void {
      const slot = slots.get(id);
      if (slot === undefined) return;
      slots.delete(id);
      rows[slot] = undefined;
      free.push(slot);
    },
    /** The test of a filter, or undefined when the filter asks for nothing, so that every service passes. */
    test(filter: SearchFilter): SlotTest | undefined {
      const wanted: ((row: Row) => boolean)[] = [];
      if (filter.category !== undefined) {
        const category = categories.find(filter.category.toLowerCase());
        wanted.push((row) => row.category === category);
      }
      if (filter.status !== undefined) {
        const status = statuses.find(filter.status);
        wanted.push((row) => row.status === status);
      }
      if (filter.currency !== undefined) {
        const currency = currencies.find(filter.currency.toLowerCase());
        wanted.push((row) => row.currency === currency);
      }
      if (filter.chain !== undefined) {
        const chain = chains.find(filter.chain.toLowerCase()) ?? -1;
        wanted.push((row) => row.chains.includes(chain));
      }
      if (filter.maxPrice !== undefined) {
        const { exclusive } = filter.maxPrice;
        const most = Number(filter.maxPrice.amount);
        wanted.push(exclusive ? (row) => row.price < most : (row) => row.price <= most);
      }
      if (wanted.length === 0) return undefined;
      return (slot) => {
        const found = rows[slot];
        return found !== undefined && wanted.every((fulfilled) => fulfilled(found));
      };
    },
  };
}
export type DocumentTable = ReturnType<typeof createDocumentTable>;
