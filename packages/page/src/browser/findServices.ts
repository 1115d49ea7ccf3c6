import type { IntentSearchResult, ListQuery, SavedSearch, Service } from '@shirube/contracts';
import type { Reads } from './rendering.js';
import { readView, type View } from './view.js';

export type FoundService = Service & Partial<Pick<IntentSearchResult['services'][number], 'relevance'>>;
/** How a text was interpreted, and which of its constraints are ignored. */
export type Understanding = Omit<IntentSearchResult, 'services'> & Pick<View, 'ignored'>;

/** The services of one page of a view. */
export interface Findings {
  services: FoundService[];
  /** The number of services on all pages. */
  total: number;
  /** Whether there may be more than `total`: intent search returns the best matches without a total count. */
  isBestOnly: boolean;
  /** The currencies on all pages, if known. */
  currencies: readonly string[] | undefined;
  /** How a text was interpreted, and why its results match. */
  understanding?: Understanding;
}

export const pageSize = 20;
const mostIntentResults = 100;

const orders: Record<View['sort'], Pick<ListQuery, 'sortBy' | 'sortOrder'>> = {
  '': {},
  trust: { sortBy: 'trustScore' },
  newest: { sortBy: 'createdAt' },
  price: { sortBy: 'price' },
  'price-desc': { sortBy: 'price', sortOrder: 'desc' },
  name: { sortBy: 'name' },
};

const comparisons: Partial<Record<View['sort'], (a: Service, b: Service) => number>> = {
  trust: (a, b) => b.trustScore - a.trustScore,
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  price: (a, b) => Number(a.pricing.pricePerRequest) - Number(b.pricing.pricePerRequest),
  'price-desc': (a, b) => Number(b.pricing.pricePerRequest) - Number(a.pricing.pricePerRequest),
  name: (a, b) => a.name.localeCompare(b.name),
};

/**
 * Without a text, uses the list. With one, uses intent search, which handles keywords and sentences alike. If that
 * finds nothing, falls back to the full-text list, which tolerates half-typed words and typos. There is no fallback if
 * the text states a price, chain or status, because the list would ignore such constraints. None of this depends on the
 * page number, so every page of a view reports the same total.
 */
export async function findServices(reads: Reads, view: View, signal: AbortSignal): Promise<Findings> {
  if (!view.text) return list(reads, view, signal);
  const meant = await intent(reads, view, signal);
  const isConditional = Object.keys(meant.understanding.constraints).length > 0 || view.ignored.length > 0;
  if (meant.total > 0 || isConditional) return meant;
  const listed = await list(reads, view, signal);
  return listed.total > 0 ? listed : meant;
}

/** Converts the filters of a view to API parameters. */
export function filters({ categories, chains, status, currency, minPrice, maxPrice, testnet, ...view }: View) {
  return {
    ...(categories.length > 0 ? { category: [...categories] } : {}),
    ...(chains.length > 0 ? { chain: [...chains] } : {}),
    ...(status ? { status } : {}),
    ...(currency ? { currency } : {}),
    ...(minPrice ? { minPricePerRequest: minPrice } : {}),
    ...(maxPrice ? { maxPricePerRequest: maxPrice } : {}),
    ...(testnet ? { testnet } : {}),
    // Values that are not numbers are left for the directory to reject.
    ...(view.minTrust ? { minTrust: Number(view.minTrust) } : {}),
    ...(view.minUptime ? { minUptime: Number(view.minUptime) } : {}),
    ...(view.language ? { language: view.language } : {}),
  };
}

/** Converts a view to the search that the list takes. */
export const searchOf = (view: View): SavedSearch => ({
  ...(view.text ? { query: view.text } : {}),
  ...filters(view),
});

/** Converts a search of the list back to a view. */
export const viewOf = ({ query, category, chain, ...search }: SavedSearch): View => ({
  ...readView(''),
  text: query ?? '',
  categories: [category ?? []].flat(),
  chains: [chain ?? []].flat(),
  status: search.status ?? '',
  currency: search.currency ?? '',
  minPrice: search.minPricePerRequest ?? '',
  maxPrice: search.maxPricePerRequest ?? '',
  testnet: search.testnet ?? '',
  minTrust: String(search.minTrust ?? ''),
  minUptime: String(search.minUptime ?? ''),
  language: search.language ?? '',
});

/** The address of the feed of new and changed services in a view. */
export function feedAddress(view: View): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(searchOf(view))) {
    for (const each of [value].flat()) parameters.append(name, String(each));
  }
  return parameters.size > 0 ? `/feed.atom?${parameters}` : '/feed.atom';
}

async function list(reads: Reads, view: View, signal: AbortSignal): Promise<Findings> {
  const offset = (view.page - 1) * pageSize;
  const { services, total } = await reads.listServices(
    {
      ...searchOf(view),
      ...orders[view.sort],
      limit: pageSize,
      ...(offset > 0 ? { offset } : {}),
    },
    { signal },
  );
  const currencies = total <= pageSize ? distinctCurrencies(services) : undefined;
  return { services, total, isBestOnly: false, currencies };
}

/** Fetches as many of the best matches as possible, in the order of the view. */
async function intent(
  reads: Reads,
  view: View,
  signal: AbortSignal,
): Promise<Findings & { understanding: Understanding }> {
  const { ignored } = view;
  const { services, ...understanding } = await reads.searchIntent(
    {
      q: view.text,
      limit: mostIntentResults,
      ...filters(view),
      ...(ignored.length > 0 ? { ignore: ignored.join(',') } : {}),
    },
    { signal },
  );
  const compare = comparisons[view.sort];
  const ordered = compare ? services.toSorted(compare) : services;
  const end = view.page * pageSize;
  return {
    services: ordered.slice(end - pageSize, end),
    total: services.length,
    isBestOnly: services.length === mostIntentResults,
    currencies: distinctCurrencies(services),
    understanding: { ...understanding, ignored },
  };
}

/** Codes that differ only in case count as one. */
function distinctCurrencies(services: readonly Service[]): string[] {
  return [...new Map(services.map(({ pricing }) => [pricing.currency.toUpperCase(), pricing.currency])).values()];
}
