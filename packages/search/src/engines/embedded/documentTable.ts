import type { SearchDocument } from '@shirube/contracts';
import { type Facet, facets } from '../../facets.js';
import type { SearchFilter } from '../../searchEngine.js';
import { type ServiceJson, toServiceJson } from '../../serviceJson.js';
import { offerTest, priceTest } from './offerTest.js';

/** Whether the service in a slot passes a filter. */
export type SlotTest = (slot: number) => boolean;

/** What is read of the services that are found. What filters read of all services is in columns. */
interface Row
  extends Pick<
    SearchDocument,
    'id' | 'revision' | 'nameKey' | 'duplicate' | 'last' | 'demoted' | 'updatedAt' | 'offers'
  > {
  service: ServiceJson;
}

/** Separates the chains or currencies of a service that has several. */
const separator = '\n';

/** The values of a field by slot. Each distinct value is a number, so that scanning a whole catalog is cheap. */
function createColumn() {
  const numbers = new Map<string, number>();
  const column: number[] = [];

  function holdsNumber(wanted: ReadonlySet<number | undefined>): SlotTest {
    const [only] = wanted;
    return wanted.size > 1 ? (slot) => wanted.has(column[slot]) : (slot) => column[slot] === only;
  }

  return {
    put(slot: number, value: string): void {
      const number = numbers.get(value) ?? numbers.size;
      numbers.set(value, number);
      column[slot] = number;
    },
    /** The number of the value in a slot. */
    at: (slot: number): number => column[slot] ?? -1,
    /** Tests whether a slot has one of these values. */
    isOneOf: (...values: string[]): SlotTest => holdsNumber(new Set(values.map((value) => numbers.get(value)))),
    /** Tests whether one of several values of a slot is one of these. */
    holdsOneOf(values: readonly string[]): SlotTest {
      const wanted = new Set(values.map((value) => value.toLowerCase()));
      const holding = [...numbers].filter(([held]) => held.split(separator).some((value) => wanted.has(value)));
      return holdsNumber(new Set(holding.map(([, number]) => number)));
    },
    /** Counts how many of the slots hold each value. */
    count(slots: Iterable<number>): Map<string, number> {
      const byNumber = new Uint32Array(numbers.size);
      for (const slot of slots) (byNumber[column[slot] as number] as number) += 1;
      const counts = new Map<string, number>();
      for (const [held, number] of numbers) {
        const count = byNumber[number] as number;
        if (count > 0) for (const value of held.split(separator)) counts.set(value, (counts.get(value) ?? 0) + count);
      }
      return counts;
    },
  };
}

/** The names of the service in each slot. */
function createNames() {
  const numbers = new Map<string, number>();
  const bySlot: Uint32Array[] = [];
  return {
    put(slot: number, names: readonly string[]): void {
      bySlot[slot] = Uint32Array.from(names, (name) => {
        const number = numbers.get(name) ?? numbers.size;
        numbers.set(name, number);
        return number;
      });
    },
    /** Tests whether a slot has one of these names. */
    holdsOneOf(names: readonly string[]): SlotTest {
      const wanted = new Set(names.map((name) => numbers.get(name)));
      return (slot) => bySlot[slot]?.some((number) => wanted.has(number)) ?? false;
    },
  };
}

const not =
  (test: SlotTest): SlotTest =>
  (slot) =>
    !test(slot);

/** Returns the test of a condition, if the filter has it. */
const when = <Value>(value: Value | undefined, test: (value: Value) => SlotTest): SlotTest[] =>
  value === undefined ? [] : [test(value)];

/** The services of the index in numbered slots, with what lists filter and sort by. A freed slot is reused. */
export function createDocumentTable() {
  const slots = new Map<string, number>();
  const free: number[] = [];
  const rows: (Row | undefined)[] = [];
  const prices: number[] = [];
  const trustScores: number[] = [];
  const uptimes: number[] = [];
  const columns: Record<Facet, ReturnType<typeof createColumn>> = {
    category: createColumn(),
    chains: createColumn(),
    status: createColumn(),
    currencies: createColumn(),
    provider: createColumn(),
    language: createColumn(),
    testnet: createColumn(),
    trustLevel: createColumn(),
    uptimeLevel: createColumn(),
  };
  const names = createNames();
  const hosts = createColumn();
  const offered = createColumn();
  const addresses = createColumn();
  const callTypes = createColumn();
  const discoverable = createColumn();
  const freeOfCharge = createColumn();

  /** Creates a test that the first slot of each provider passes. */
  function firstOfProvider(): SlotTest {
    const tested = new Set<number>();
    return (slot) => {
      const provider = columns.provider.at(slot);
      if (tested.has(provider)) return false;
      tested.add(provider);
      return true;
    };
  }

  /** Tests whether a service can be paid as the filter wants: one way to pay must meet all conditions. */
  function paymentTest({ orPrices = [], ...filter }: SearchFilter): SlotTest[] {
    if (orPrices.length > 0) {
      const ranges = [filter, ...orPrices.map((range) => ({ ...filter, ...range }))].map(paymentTest);
      return [(slot) => ranges.some((range) => range.every((isMet) => isMet(slot)))];
    }
    const isPriced = priceTest(filter);
    const wanted = [
      ...when(filter.chains, columns.chains.holdsOneOf),
      ...when(filter.currencies, columns.currencies.holdsOneOf),
      ...when(isPriced, (isPriced) => (slot) => isPriced(prices[slot] ?? 0)),
    ];
    if (wanted.length < 2 && !isPriced) return wanted;
    const isOffered = offerTest(filter);
    return [(slot) => rows[slot]?.offers?.some(isOffered) ?? wanted.every((fulfilled) => fulfilled(slot))];
  }

  return {
    /** Counts how many of the slots have each value of a facet. */
    countBy: (facet: Facet, among: Iterable<number>): Map<string, number> => columns[facet].count(among),
    /** Counts how many of the slots have each value of `offerOf`. */
    countOffers: (among: Iterable<number>): Map<string, number> => offered.count(among),
    /** The number of slots, in use or free. Every slot is below it. */
    capacity: (): number => rows.length,
    count: (): number => slots.size,
    slots: (): Iterable<number> => slots.values(),
    find: (id: string): number | undefined => slots.get(id),
    service(slot: number): ServiceJson {
      const row = rows[slot];
      if (row === undefined) throw new RangeError(`slot ${slot} is empty`);
      return row.service;
    },
    id: (slot: number): string => rows[slot]?.id ?? '',
    revision: (slot: number): number => rows[slot]?.revision ?? 0,
    price: (slot: number): number => prices[slot] ?? 0,
    trustScore: (slot: number): number => trustScores[slot] ?? 0,
    nameKey: (slot: number): string => rows[slot]?.nameKey ?? '',
    updatedAt: (slot: number): number => rows[slot]?.updatedAt ?? 0,
    isDuplicate: (slot: number): boolean => rows[slot]?.duplicate === 1,
    /** Whether the service comes after all others in the default order. */
    isLast: (slot: number): boolean => rows[slot]?.last === 1,
    /** Whether the service comes later among equally good matches. */
    isDemoted: (slot: number): boolean => rows[slot]?.demoted === 1,
    put(document: SearchDocument): number {
      const slot = slots.get(document.id) ?? free.pop() ?? rows.length;
      slots.set(document.id, slot);
      const { id, revision, nameKey, duplicate, last, demoted, updatedAt, offers } = document;
      const service = toServiceJson(document.service);
      rows[slot] = {
        id,
        revision,
        nameKey,
        duplicate,
        last,
        demoted,
        updatedAt,
        service,
        ...(offers ? { offers } : {}),
      };
      prices[slot] = document.price;
      trustScores[slot] = document.trustScore;
      uptimes[slot] = document.uptime;
      for (const facet of facets) columns[facet].put(slot, [document[facet]].flat().join(separator));
      names.put(slot, document.names);
      hosts.put(slot, document.host);
      offered.put(slot, document.offered);
      addresses.put(slot, document.payTo);
      callTypes.put(slot, document.callType);
      discoverable.put(slot, String(document.discoverable));
      freeOfCharge.put(slot, String(document.price === 0 || document.freeQuota > 0));
      return slot;
    },
    remove(id: string): void {
      const slot = slots.get(id);
      if (slot === undefined) return;
      slots.delete(id);
      rows[slot] = undefined;
      free.push(slot);
    },
    /**
     * Returns the test of a filter, or undefined if the filter is empty and every service passes. With `byProvider` only
     * the first slot of each provider passes: the slots have to be tested in order, once each.
     */
    test(filter: SearchFilter, byProvider = false): SlotTest | undefined {
      const { category, status, language, testnet, chains, currencies, provider } = columns;
      const wanted = [
        ...when(filter.ids, (ids) => {
          const any = new Set(ids.map((id) => slots.get(id)));
          return (slot) => any.has(slot);
        }),
        ...when(filter.host, (host) => {
          const tests = [hosts.isOneOf(host), provider.isOneOf(host)];
          return (slot) => tests.some((isAt) => isAt(slot));
        }),
        ...when(filter.names, names.holdsOneOf),
        ...when(filter.providers, (values) => provider.isOneOf(...values)),
        ...when(filter.notProviders, (values) => not(provider.isOneOf(...values))),
        ...when(filter.notNames, (values) => not(names.holdsOneOf(values))),
        ...when(filter.categories, (names) => category.isOneOf(...names.map((name) => name.toLowerCase()))),
        ...when(filter.status, status.isOneOf),
        ...when(filter.notStatus, (value) => not(status.isOneOf(value))),
        ...paymentTest(filter),
        ...when(filter.severalWays, () => (slot) => rows[slot]?.offers !== undefined),
        ...when(filter.notCurrencies, (values) => not(currencies.holdsOneOf(values))),
        ...when(filter.notChains, (values) => not(chains.holdsOneOf(values))),
        ...when(filter.payTo, addresses.isOneOf),
        ...when(filter.testnet, (value) => testnet.isOneOf(String(value))),
        ...when(filter.callType, callTypes.isOneOf),
        ...when(filter.discoverable, () => discoverable.isOneOf('true')),
        ...when(filter.free, () => freeOfCharge.isOneOf('true')),
        ...when(filter.minTrust, (least) => (slot) => (trustScores[slot] ?? 0) >= least),
        ...when(filter.minUptime, (least) => (slot) => (uptimes[slot] ?? 0) >= least),
        ...when(filter.language, language.isOneOf),
        ...(byProvider ? [firstOfProvider()] : []),
      ];
      const [only] = wanted;
      return wanted.length > 1 ? (slot) => wanted.every((fulfilled) => fulfilled(slot)) : only;
    },
  };
}
