import type { Offer, SearchDocument } from '@shirube/contracts';
import { levelOf, trustLevels, uptimeLevels } from '../../document/levels.js';
import type { Facet } from '../../facets.js';
import type { SearchFilter } from '../../searchEngine.js';
import { grown } from './grown.js';
import { createNumbering, type Numbering } from './numbering.js';
import { offerTest, priceTest } from './offerTest.js';

/** Whether the service in a slot passes a filter. */
export type SlotTest = (slot: number) => boolean;

/** The fields that filters read. */
export type FilterFields = Pick<
  SearchDocument,
  | 'id'
  | 'price'
  | 'status'
  | 'category'
  | 'currencies'
  | 'chains'
  | 'offers'
  | 'freeQuota'
  | 'trustScore'
  | 'uptime'
  | 'language'
  | 'payTo'
  | 'testnet'
  | 'callType'
  | 'discoverable'
>;

/** Separates the chains or currencies of a service that has several. */
const separator = '\n';

/**
 * Stores services in numbered slots. A freed slot is reused. The fields that filters read are in typed columns, so that
 * scanning a whole catalog is cheap.
 */
export function createFilterTable() {
  const slots = new Map<string, number>();
  const ids: (string | undefined)[] = [];
  const free: number[] = [];
  const categories = createNumbering();
  const statuses = createNumbering();
  const currencySets = createNumbering();
  const chainSets = createNumbering();
  const addresses = createNumbering();
  const languages = createNumbering();
  /** The ways to pay of services that have several. */
  const offersOf: (readonly Offer[] | undefined)[] = [];
  let prices = new Float64Array();
  let statusOf = new Uint8Array();
  let categoryOf = new Uint32Array();
  let currencySetOf = new Uint32Array();
  let chainSetOf = new Uint32Array();
  let isFree = new Uint8Array();
  let addressOf = new Uint32Array();
  let isTestnet = new Uint8Array();
  let isTool = new Uint8Array();
  let isDiscoverable = new Uint8Array();
  let trustOf = new Uint8Array();
  let uptimeOf = new Float64Array();
  let languageOf = new Uint32Array();

  function reserve(slot: number): void {
    prices = grown(prices, slot);
    statusOf = grown(statusOf, slot);
    categoryOf = grown(categoryOf, slot);
    currencySetOf = grown(currencySetOf, slot);
    chainSetOf = grown(chainSetOf, slot);
    isFree = grown(isFree, slot);
    addressOf = grown(addressOf, slot);
    isTestnet = grown(isTestnet, slot);
    isTool = grown(isTool, slot);
    isDiscoverable = grown(isDiscoverable, slot);
    trustOf = grown(trustOf, slot);
    uptimeOf = grown(uptimeOf, slot);
    languageOf = grown(languageOf, slot);
  }

  /** Returns the numbers of the sets that contain one of the values. */
  function holding(sets: Numbering, wanted: readonly string[]): Set<number> {
    const any = new Set(wanted.map((value) => value.toLowerCase()));
    const numbers = [...sets.keys()].flatMap(([set, number]) =>
      set.split(separator).some((value) => any.has(value)) ? number : [],
    );
    return new Set(numbers);
  }

  /** Tests whether a service supports one of the chains. */
  function chainTest(wanted: readonly string[]): SlotTest {
    const any = holding(chainSets, wanted);
    return (slot) => any.has(chainSetOf[slot] ?? 0);
  }

  /** Tests whether a service may be paid in one of the currencies. */
  function currencyTest(wanted: readonly string[]): SlotTest {
    const any = holding(currencySets, wanted);
    return (slot) => any.has(currencySetOf[slot] ?? 0);
  }

  /** Tests whether a service can be paid as the filter wants: one way to pay must meet all conditions. */
  function paymentTest(filter: SearchFilter): SlotTest | undefined {
    const { chains, currencies } = filter;
    const isPriced = priceTest(filter);
    const wanted: SlotTest[] = [];
    if (chains !== undefined) wanted.push(chainTest(chains));
    if (currencies !== undefined) wanted.push(currencyTest(currencies));
    if (isPriced) wanted.push((slot) => isPriced(prices[slot] ?? 0));
    const [only] = wanted;
    if (wanted.length < 2 && !isPriced) return only;
    const isOffered = offerTest(filter);
    return (slot) => offersOf[slot]?.some(isOffered) ?? wanted.every((fulfilled) => fulfilled(slot));
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

  function tallySets(sets: Numbering, column: Uint32Array, slots: Iterable<number>): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [set, count] of tally(sets, column, slots)) {
      for (const value of set.split(separator)) counts.set(value, (counts.get(value) ?? 0) + count);
    }
    return counts;
  }

  function tallyLevels(levels: readonly number[], column: Uint8Array | Float64Array, slots: Iterable<number>) {
    const counts = new Map<string, number>();
    for (const slot of slots) {
      const level = String(levelOf(levels, column[slot] ?? 0));
      counts.set(level, (counts.get(level) ?? 0) + 1);
    }
    return counts;
  }

  const counters: Record<Facet, (slots: Iterable<number>) => Map<string, number>> = {
    category: (slots) => new Map(tally(categories, categoryOf, slots)),
    chains: (slots) => tallySets(chainSets, chainSetOf, slots),
    status: (slots) => new Map(tally(statuses, statusOf, slots)),
    currencies: (slots) => tallySets(currencySets, currencySetOf, slots),
    language: (slots) => new Map(tally(languages, languageOf, slots)),
    testnet(slots) {
      const counts = new Map<string, number>();
      for (const slot of slots) {
        const value = String(isTestnet[slot] === 1);
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return counts;
    },
    trustLevel: (slots) => tallyLevels(trustLevels, trustOf, slots),
    uptimeLevel: (slots) => tallyLevels(uptimeLevels, uptimeOf, slots),
  };

  return {
    /** Counts how many of the slots have each value of a facet. */
    countBy: (facet: Facet, among: Iterable<number>): Map<string, number> => counters[facet](among),
    price: (slot: number): number => prices[slot] ?? 0,
    trustScore: (slot: number): number => trustOf[slot] ?? 0,
    /** The number of slots, in use or free. Every slot is below it. */
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
      offersOf[slot] = fields.offers;
      statusOf[slot] = statuses.number(fields.status);
      categoryOf[slot] = categories.number(fields.category);
      currencySetOf[slot] = currencySets.number(fields.currencies.join(separator));
      chainSetOf[slot] = chainSets.number(fields.chains.join(separator));
      isFree[slot] = fields.price === 0 || fields.freeQuota > 0 ? 1 : 0;
      addressOf[slot] = addresses.number(fields.payTo);
      isTestnet[slot] = fields.testnet ? 1 : 0;
      isTool[slot] = fields.callType === 'mcp' ? 1 : 0;
      isDiscoverable[slot] = fields.discoverable ? 1 : 0;
      trustOf[slot] = fields.trustScore;
      uptimeOf[slot] = fields.uptime;
      languageOf[slot] = languages.number(fields.language);
      return slot;
    },
    remove(id: string): void {
      const slot = slots.get(id);
      if (slot === undefined) return;
      slots.delete(id);
      ids[slot] = undefined;
      free.push(slot);
    },
    /** Returns the test of a filter, or undefined if the filter is empty and every service passes. */
    test(filter: SearchFilter): SlotTest | undefined {
      const wanted: SlotTest[] = [];
      if (filter.ids !== undefined) {
        const any = new Set(filter.ids.map((id) => slots.get(id)));
        wanted.push((slot) => any.has(slot));
      }
      if (filter.categories !== undefined) {
        const any = new Set(filter.categories.map((category) => categories.find(category.toLowerCase())));
        const [only] = any;
        wanted.push(any.size > 1 ? (slot) => any.has(categoryOf[slot] ?? 0) : (slot) => categoryOf[slot] === only);
      }
      if (filter.status !== undefined) {
        const status = statuses.find(filter.status);
        wanted.push((slot) => statusOf[slot] === status);
      }
      if (filter.notStatus !== undefined) {
        const status = statuses.find(filter.notStatus);
        wanted.push((slot) => statusOf[slot] !== status);
      }
      const isPaidSo = paymentTest(filter);
      if (isPaidSo) wanted.push(isPaidSo);
      if (filter.severalWays) wanted.push((slot) => offersOf[slot] !== undefined);
      if (filter.notCurrencies !== undefined) {
        const isRefused = currencyTest(filter.notCurrencies);
        wanted.push((slot) => !isRefused(slot));
      }
      if (filter.notChains !== undefined) {
        const isRefused = chainTest(filter.notChains);
        wanted.push((slot) => !isRefused(slot));
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
      if (filter.minUptime !== undefined) {
        const least = filter.minUptime;
        wanted.push((slot) => (uptimeOf[slot] ?? 0) >= least);
      }
      if (filter.language !== undefined) {
        const language = languages.find(filter.language);
        wanted.push((slot) => languageOf[slot] === language);
      }
      const [only] = wanted;
      return wanted.length > 1 ? (slot) => wanted.every((fulfilled) => fulfilled(slot)) : only;
    },
  };
}
export type FilterTable = ReturnType<typeof createFilterTable>;
