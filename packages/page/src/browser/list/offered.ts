import type { Category, CurrencyInUse, Facets, ListQuery, ServiceStatus } from '@shirube/contracts';
import { type View, valuesOf } from '../view.js';

/** A filter value, and how many services match with it; undefined until that is known. */
export interface Offer<T extends string = string> {
  value: T;
  count: number | undefined;
}

/** The available filter values. */
export interface Choices {
  categories: Offer[];
  chains: Offer[];
  statuses: Offer<ServiceStatus>[];
  currencies: Offer[];
  languages: Offer<NonNullable<ListQuery['language']>>[];
  testnets: Offer<NonNullable<ListQuery['testnet']>>[];
  trust: Offer[];
  uptime: Offer[];
}

interface Known {
  facets: Facets | undefined;
  categories: Category[] | undefined;
  currencies: CurrencyInUse[] | undefined;
}

/**
 * Returns only the values that would find something, given the text and the other filters, and those already chosen.
 */
export function offered(view: View, { facets, categories = [], currencies = [] }: Known): Choices {
  const { minTrust = '', minUptime = '' } = view;
  return {
    categories: withChosen(
      facets?.categories.map(({ id, count }) => ({ value: id, count })) ??
        categories.map(({ id }) => ({ value: id, count: undefined })),
      valuesOf(view.category),
    ),
    chains: withChosen(facets?.chains.map(({ chain, count }) => ({ value: chain, count })) ?? [], valuesOf(view.chain)),
    statuses: withChosen(facets?.statuses.map(({ status, count }) => ({ value: status, count })) ?? [], [
      view.status ?? '',
    ]),
    currencies: withChosen(
      facets?.currencies
        .map(({ currency, count }) => ({ value: writtenAs(currency, currencies), count }))
        .sort((a, b) => b.count - a.count || placeOf(a.value, currencies) - placeOf(b.value, currencies)) ??
        currencies.map(({ currency }) => ({ value: currency, count: undefined })),
      [writtenAs(view.currency ?? '', currencies)],
    ),
    languages: withChosen(facets?.languages.map(({ language, count }) => ({ value: language, count })) ?? [], [
      view.language ?? '',
    ]),
    testnets: withChosen(facets?.testnets.map(({ testnet, count }) => ({ value: testnet, count })) ?? [], [
      view.testnet ?? '',
    ]),
    trust: withChosen(facets?.trust.map((each) => ({ value: String(each.minTrust), count: each.count })) ?? [], [
      String(minTrust),
    ]),
    uptime: withChosen(facets?.uptime.map((each) => ({ value: String(each.minUptime), count: each.count })) ?? [], [
      String(minUptime),
    ]),
  };
}

/** Returns a currency code in its most common spelling. */
const writtenAs = (code: string, currencies: readonly CurrencyInUse[]): string =>
  currencies.find(({ currency }) => currency.toUpperCase() === code.toUpperCase())?.currency ?? code;

/** Breaks ties: of two equally common currencies, the one more used in the whole catalog comes first. */
const placeOf = (code: string, currencies: readonly CurrencyInUse[]): number =>
  currencies.findIndex(({ currency }) => currency === code);

function withChosen<T extends string>(offers: readonly Offer<T>[], chosen: readonly (T | '')[]): Offer<T>[] {
  const missing = chosen.flatMap((value) =>
    value === '' || offers.some((offer) => offer.value === value) ? [] : { value, count: undefined },
  );
  return [...missing, ...offers];
}
