import type { SearchDocument } from '@shirube/contracts';
import type { Facet } from '../../facets.js';
import type { SearchFilter } from '../../searchEngine.js';
import { grown } from './grown.js';
import { createNumbering, type Numbering } from './numbering.js';

/** Whether the service in a slot fulfils a filter. */
export type SlotTest = (slot: number) => boolean;

/** What filters look at. */
export type FilterFields = Pick<
  SearchDocument,
  | 'id'
  | 'price'
  | 'status'
  | 'category'
  | 'currency'
  | 'chains'
  | 'freeQuota'
  | 'trustScore'
  | 'payTo'
  | 'testnet'
  | 'callType'
  | 'discoverable'
>;

/** Between the chains of a service, where it has several. */
const chainSeparator = '\n';

/**
 * Services in numbered slots; a freed slot is used again. What filters look at lies in typed columns, so that passing
 * over a whole catalog stays cheap.
 */
export function createFilterTable() {
  const slots = new Map<string, number>();
  const ids: (string | undefined)[] = [];
  const free: number[] = [];
  const categories = createNumbering();
  const statuses = createNumbering();
  const currencies = createNumbering();
  const chainSets = createNumbering();
  const addresses = createNumbering();
  let prices = new Float64Array();
  let statusOf = new Uint8Array();
  let categoryOf = new Uint32Array();
  let currencyOf = new Uint32Array();
  let chainSetOf = new Uint32Array();
  let isFree = new Uint8Array();
  let addressOf = new Uint32Array();
  let isTestnet = new Uint8Array();
  let isTool = new Uint8Array();
  let isDiscoverable = new Uint8Array();
  let trustOf = new Uint8Array();

  function reserve(slot: number): void {
    prices = grown(prices, slot);
    statusOf = grown(statusOf, slot);
    categoryOf = grown(categoryOf, slot);
    currencyOf = grown(currencyOf, slot);
    chainSetOf = grown(chainSetOf, slot);
    isFree = grown(isFree, slot);
    addressOf = grown(addressOf, slot);
    isTestnet = grown(isTestnet, slot);
    isTool = grown(isTool, slot);
    isDiscoverable = grown(isDiscoverable, slot);
    trustOf = grown(trustOf, slot);
  }

  /** Whether a service supports one of the chains. */
  function chainTest(wanted: readonly string[]): SlotTest {
    const any = new Set(wanted.map((chain) => chain.toLowerCase()));
    const holding = new Set<number>();
    for (const [chains, number] of chainSets.keys()) {
      if (chains.split(chainSeparator).some((chain) => any.has(chain))) holding.add(number);
    }
    return (slot) => holding.has(chainSetOf[slot] ?? 0);
  }

  /** Whether the price of a service is in one of the currencies. */
  function currencyTest(wanted: readonly string[]): SlotTest {
    const any = new Set(wanted.map((currency) => currencies.find(currency.toLowerCase())));
    return (slot) => any.has(currencyOf[slot] ?? 0);
  }

  function tally(numbering: Numbering, column: Uint8Array | Uint32Array, slots: Iterable<number>) {
    const counts = new Uint32Array(numbering.size());
    for (const slot of slots) {
      const number = column[slot] as number;
      counts[number] = (counts[number] as number) + 1;
    }
    return [...numbering.keys()].flatMap(([key, number]): [string, number][] =>
      counts[number] ? [[key, counts[number]]] : [],
    );
  }

  function tallyChains(slots: Iterable<number>): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [set, count] of tally(chainSets, chainSetOf, slots)) {
      for (const chain of set.split(chainSeparator)) counts.set(chain, (counts.get(chain) ?? 0) + count);
    }
    return counts;
  }

  const counters: Record<Facet, (slots: Iterable<number>) => Map<string, number>> = {
    category: (slots) => new Map(tally(categories, categoryOf, slots)),
    chains: tallyChains,
    status: (slots) => new Map(tally(statuses, statusOf, slots)),
    currency: (slots) => new Map(tally(currencies, currencyOf, slots)),
  };

  return {
    /** How many of the slots have each value of a facet. */
    countBy: (facet: Facet, among: Iterable<number>): Map<string, number> => counters[facet](among),
    price: (slot: number): number => prices[slot] ?? 0,
    trustScore: (slot: number): number => trustOf[slot] ?? 0,
    /** Slots in use or free again: every slot is below this. */
    capacity: (): number => ids.length,
    count: (): number => slots.size,
    slots: (): Iterable<number> => slots.values(),
    find: (id: string): number | undefined => slots.get(id),
    id: (slot: number): string => ids[slot] ?? '',
    put(fields: FilterFields): number {
      const slot = slots.get(fields.id) ?? free.pop() ?? ids.length;
      reserve(slot);
      slots.set(fields.id, slot);
      ids[slot] = fields.id;
      prices[slot] = fields.price;
      statusOf[slot] = statuses.number(fields.status);
      categoryOf[slot] = categories.number(fields.category);
      currencyOf[slot] = currencies.number(fields.currency);
      chainSetOf[slot] = chainSets.number(fields.chains.join(chainSeparator));
      isFree[slot] = fields.price === 0 || fields.freeQuota > 0 ? 1 : 0;
      addressOf[slot] = addresses.number(fields.payTo);
      isTestnet[slot] = fields.testnet ? 1 : 0;
      isTool[slot] = fields.callType === 'mcp' ? 1 : 0;
      isDiscoverable[slot] = fields.discoverable ? 1 : 0;
      trustOf[slot] = fields.trustScore;
      return slot;
    },
    remove(id: string): void {
      const slot = slots.get(id);
      if (slot === undefined) return;
      slots.delete(id);
      ids[slot] = undefined;
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
      if (filter.notStatus !== undefined) {
        const status = statuses.find(filter.notStatus);
        wanted.push((slot) => statusOf[slot] !== status);
      }
      if (filter.currencies !== undefined) wanted.push(currencyTest(filter.currencies));
      if (filter.notCurrencies !== undefined) {
        const isRefused = currencyTest(filter.notCurrencies);
        wanted.push((slot) => !isRefused(slot));
      }
      if (filter.chains !== undefined) wanted.push(chainTest(filter.chains));
      if (filter.notChains !== undefined) {
        const isRefused = chainTest(filter.notChains);
        wanted.push((slot) => !isRefused(slot));
      }
      if (filter.minPrice !== undefined) {
        const { exclusive } = filter.minPrice;
        const least = Number(filter.minPrice.amount);
        wanted.push(exclusive ? (slot) => (prices[slot] ?? 0) > least : (slot) => (prices[slot] ?? 0) >= least);
      }
      if (filter.maxPrice !== undefined) {
        const { exclusive } = filter.maxPrice;
        const most = Number(filter.maxPrice.amount);
        wanted.push(exclusive ? (slot) => (prices[slot] ?? 0) < most : (slot) => (prices[slot] ?? 0) <= most);
      }
      if (filter.payTo !== undefined) {
        const address = addresses.find(filter.payTo);
        wanted.push((slot) => addressOf[slot] === address);
      }
      if (filter.testnet !== undefined) {
        const isWanted = filter.testnet ? 1 : 0;
        wanted.push((slot) => isTestnet[slot] === isWanted);
      }
      if (filter.callType !== undefined) {
        const wantsTool = filter.callType === 'mcp' ? 1 : 0;
        wanted.push((slot) => isTool[slot] === wantsTool);
      }
      if (filter.discoverable) wanted.push((slot) => isDiscoverable[slot] === 1);
      if (filter.free) wanted.push((slot) => isFree[slot] === 1);
      if (filter.minTrust !== undefined) {
        const least = filter.minTrust;
        wanted.push((slot) => (trustOf[slot] ?? 0) >= least);
      }
      const [only] = wanted;
      return wanted.length > 1 ? (slot) => wanted.every((fulfilled) => fulfilled(slot)) : only;
    },
  };
}
export type FilterTable = ReturnType<typeof createFilterTable>;
