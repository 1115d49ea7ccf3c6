import type { Category, CurrencyInUse, Facets } from '@shirube/contracts';
import { type View, valuesOf } from '../view.js';

/** A filter value, and how many services match with it; undefined until that is known. */
export interface Offer<T extends string = string> {
  value: T;
  count: number | undefined;
}

interface CatalogData {
  facets: Facets | undefined;
  categories: Category[] | undefined;
  currencies: CurrencyInUse[] | undefined;
}

export type Choices = ReturnType<typeof filterChoices>;

/**
 * Returns only the values that would find something, given the text and the other filters, and those already chosen.
 */
export function filterChoices(view: View, { facets, categories = [], currencies = [] }: CatalogData) {
  const { category, chain, status, currency = '', language, testnet, minTrust, minUptime } = view;
  const inUse = facets?.currencies
    .map((each) => ({ currency: usualSpelling(each.currency, currencies), count: each.count }))
    .sort((a, b) => b.count - a.count || placeOf(a.currency, currencies) - placeOf(b.currency, currencies));
  return {
    categories: offersOf(facets?.categories ?? categories.map(withoutCount), ({ id }) => id, valuesOf(category)),
    chains: offersOf(facets?.chains, (each) => each.chain, valuesOf(chain)),
    statuses: offersOf(facets?.statuses, (each) => each.status, [status]),
    currencies: offersOf(inUse ?? currencies.map(withoutCount), (each) => each.currency, [
      usualSpelling(currency, currencies),
    ]),
    languages: offersOf(facets?.languages, (each) => each.language, [language]),
    testnets: offersOf(facets?.testnets, (each) => each.testnet, [testnet]),
    trust: offersOf(facets?.trust, (each) => String(each.minTrust), [minTrust?.toString()]),
    uptime: offersOf(facets?.uptime, (each) => String(each.minUptime), [minUptime?.toString()]),
  };
}

const withoutCount = <T extends object>(item: T) => ({ ...item, count: undefined });

/** Returns a currency code in its most common spelling. */
const usualSpelling = (code: string, currencies: readonly CurrencyInUse[]): string =>
  currencies.find(({ currency }) => currency.toUpperCase() === code.toUpperCase())?.currency ?? code;

/** Breaks ties: of two equally common currencies, the one more used in the whole catalog comes first. */
const placeOf = (code: string, currencies: readonly CurrencyInUse[]): number =>
  currencies.findIndex(({ currency }) => currency === code);

function offersOf<T extends string, Item extends { count: number | undefined }>(
  items: readonly Item[] = [],
  pick: (item: Item) => T,
  selection: readonly (T | undefined)[],
): Offer<T>[] {
  const offers = items.map((item) => ({ value: pick(item), count: item.count }));
  const unlisted = selection.flatMap((value) =>
    !value || offers.some((offer) => offer.value === value) ? [] : { value, count: undefined },
  );
  return [...unlisted, ...offers];
}
