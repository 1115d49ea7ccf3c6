import type { IntentSearchResult, ListQuery, Service } from '@shirube/contracts';
import type { Reads } from './rendering.js';
import type { View } from './view.js';

export type FoundService = Service & Partial<Pick<IntentSearchResult['services'][number], 'relevance'>>;
/** How a text was read, and which of its constraints were not to be applied. */
export type Understanding = Omit<IntentSearchResult, 'services'> & Pick<View, 'ignored'>;

/** The services of one page of a view. */
export interface Findings {
  services: FoundService[];
  /** On all pages together. */
  total: number;
  /** Whether there may be more than `total`: the intent search names the best, and no number of all. */
  isBestOnly: boolean;
  /** The currencies on all pages together, where they are known. */
  currencies: readonly string[] | undefined;
  /** How a text was read, and why its results are there. */
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
 * Without a text: the list. With one: intent search, which reads keywords and sentences alike; where it finds nothing
 * the full-text list may, since that forgives half-typed words and typos. What the text said of price, chain or status
 * stands: the list, which would not know of it, is not asked then. None of it depends on the page, so that every page
 * of a view counts the same.
 */
export async function findServices(reads: Reads, view: View, signal: AbortSignal): Promise<Findings> {
  if (!view.text) return list(reads, view, signal);
  const meant = await intent(reads, view, signal);
  const isConditional = Object.keys(meant.understanding.constraints).length > 0 || view.ignored.length > 0;
  if (meant.total > 0 || isConditional) return meant;
  const listed = await list(reads, view, signal);
  return listed.total > 0 ? listed : meant;
}

/** The filters of a view as the API takes them. */
export function filters({ category, chain, status, currency, maxPrice }: View) {
  return {
    ...(category ? { category } : {}),
    ...(chain ? { chain } : {}),
    ...(status ? { status } : {}),
    ...(currency ? { currency } : {}),
    ...(maxPrice ? { maxPricePerRequest: maxPrice } : {}),
  };
}

async function list(reads: Reads, view: View, signal: AbortSignal): Promise<Findings> {
  const offset = (view.page - 1) * pageSize;
  const { services, total } = await reads.list(
    {
      ...(view.text ? { query: view.text } : {}),
      ...filters(view),
      ...orders[view.sort],
      limit: pageSize,
      ...(offset > 0 ? { offset } : {}),
    },
    { signal },
  );
  const currencies = total <= pageSize ? distinctCurrencies(services) : undefined;
  return { services, total, isBestOnly: false, currencies };
}

/** As many of the best matches as can be had, in the order of the view. */
async function intent(
  reads: Reads,
  view: View,
  signal: AbortSignal,
): Promise<Findings & { understanding: Understanding }> {
  const { ignored } = view;
  const { services, ...understanding } = await reads.intent(
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

/** Codes that differ in case only are one. */
function distinctCurrencies(services: readonly Service[]): string[] {
  return [...new Map(services.map(({ pricing }) => [pricing.currency.toUpperCase(), pricing.currency])).values()];
}
