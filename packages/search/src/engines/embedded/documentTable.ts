import type { SearchDocument, Service } from '@shirube/contracts';
import type { SearchFilter } from '../../searchEngine.js';
import { createNumbering } from './numbering.js';

/** Whether the service in a slot fulfils a filter. */
export type SlotTest = (slot: number) => boolean;

const firstCapacity = 1_024;
/** Between the chains of a service, where it has several. */
const chainSeparator = '\n';

/**
 * The services of the index in numbered slots; a freed slot is used again. What filters and sorts look at lies in
 * typed columns, so that passing over a whole catalog stays cheap.
 */
export function createDocumentTable() {
  const slots = new Map<string, number>();
  const free: number[] = [];
  const services: (Service | undefined)[] = [];
  const revisions: number[] = [];
  const nameKeys: string[] = [];
  const categories = createNumbering();
  const statuses = createNumbering();
  const currencies = createNumbering();
  const chainSets = createNumbering();
  let prices = new Float64Array(firstCapacity);
  let trustScores = new Uint8Array(firstCapacity);
  let statusOf = new Uint8Array(firstCapacity);
  let categoryOf = new Uint32Array(firstCapacity);
  let currencyOf = new Uint32Array(firstCapacity);
  let chainSetOf = new Uint32Array(firstCapacity);

  function grow(): void {
    const capacity = 2 * prices.length;
    prices = enlarged(new Float64Array(capacity), prices);
    trustScores = enlarged(new Uint8Array(capacity), trustScores);
    statusOf = enlarged(new Uint8Array(capacity), statusOf);
    categoryOf = enlarged(new Uint32Array(capacity), categoryOf);
    currencyOf = enlarged(new Uint32Array(capacity), currencyOf);
    chainSetOf = enlarged(new Uint32Array(capacity), chainSetOf);
  }

  function service(slot: number): Service {
    const found = services[slot];
    if (!found) throw new RangeError(`slot ${slot} is empty`);
    return found;
  }

  function chainTest(chain: string): SlotTest {
    const holding = new Set<number>();
    for (const [chains, number] of chainSets.keys()) {
      if (chains.split(chainSeparator).includes(chain)) holding.add(number);
    }
    return (slot) => holding.has(chainSetOf[slot] ?? 0);
  }

  return {
    service,
    revision: (slot: number): number => revisions[slot] ?? 0,
    nameKey: (slot: number): string => nameKeys[slot] ?? '',
    price: (slot: number): number => prices[slot] ?? 0,
    trustScore: (slot: number): number => trustScores[slot] ?? 0,
    /** Slots in use or free again: every slot is below this. */
    capacity: (): number => services.length,
    count: (): number => slots.size,
    slots: (): Iterable<number> => slots.values(),
    find: (id: string): number | undefined => slots.get(id),
    put(document: SearchDocument): number {
      const slot = slots.get(document.id) ?? free.pop() ?? services.length;
      if (slot >= prices.length) grow();
      slots.set(document.id, slot);
      services[slot] = document.service;
      revisions[slot] = document.revision;
      nameKeys[slot] = document.nameKey;
      prices[slot] = document.price;
      trustScores[slot] = document.trustScore;
      statusOf[slot] = statuses.number(document.status);
      categoryOf[slot] = categories.number(document.category);
      currencyOf[slot] = currencies.number(document.currency);
      chainSetOf[slot] = chainSets.number(document.chains.join(chainSeparator));
      return slot;
    },
    remove(id: string): void {
      const slot = slots.get(id);
      if (slot === undefined) return;
      slots.delete(id);
      services[slot] = undefined;
      nameKeys[slot] = '';
      free.push(slot);
    },
    /** The test of a filter, or undefined when the filter asks for nothing, so that every service passes. */
    test(filter: SearchFilter): SlotTest | undefined {
      const wanted: SlotTest[] = [];
      if (filter.category !== undefined) {
        const category = categories.find(filter.category.toLowerCase());
        wanted.push((slot) => categoryOf[slot] === category);
      }
      if (filter.status !== undefined) {
        const status = statuses.find(filter.status);
        wanted.push((slot) => statusOf[slot] === status);
      }
      if (filter.currency !== undefined) {
        const currency = currencies.find(filter.currency.toLowerCase());
        wanted.push((slot) => currencyOf[slot] === currency);
      }
      if (filter.chain !== undefined) wanted.push(chainTest(filter.chain.toLowerCase()));
      if (filter.maxPrice !== undefined) {
        const { exclusive } = filter.maxPrice;
        const most = Number(filter.maxPrice.amount);
        wanted.push(exclusive ? (slot) => (prices[slot] ?? 0) < most : (slot) => (prices[slot] ?? 0) <= most);
      }
      const [only] = wanted;
      return wanted.length > 1 ? (slot) => wanted.every((fulfilled) => fulfilled(slot)) : only;
    },
  };
}
export type DocumentTable = ReturnType<typeof createDocumentTable>;

function enlarged<Column extends Float64Array | Uint32Array | Uint8Array>(to: Column, from: Column): Column {
  to.set(from);
  return to;
}
