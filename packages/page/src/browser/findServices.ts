import type { DirectoryClient } from '@shirube/client';
import type { IntentSearchResult, ListQuery, Service } from '@shirube/contracts';
import type { View } from './view.js';

export type FoundService = Service & Partial<Pick<IntentSearchResult['services'][number], 'relevance'>>;
export type Understanding = Omit<IntentSearchResult, 'services'>;

/** The services of one page of a view. */
export interface Findings {
  services: FoundService[];
  /** On all pages together; undefined when only the best are known. */
  total: number | undefined;
  hasNext: boolean;
  /** How a text was read, and why its results are there. */
  understanding?: Understanding;
}

export const pageSize = 20;
const mostIntentResults = 100;

const orders: Record<View['sort'], Pick<ListQuery, 'sortBy' | 'sortOrder'>> = {
  '': {},
  trust: { sortBy: 'trustScore' },
  price: { sortBy: 'price' },
  'price-desc': { sortBy: 'price', sortOrder: 'desc' },
  name: { sortBy: 'name' },
};

const comparisons: Partial<Record<View['sort'], (a: Service, b: Service) => number>> = {
  trust: (a, b) => b.trustScore - a.trustScore,
  price: (a, b) => Number(a.pricing.pricePerRequest) - Number(b.pricing.pricePerRequest),
  'price-desc': (a, b) => Number(b.pricing.pricePerRequest) - Number(a.pricing.pricePerRequest),
  name: (a, b) => a.name.localeCompare(b.name),
};

/**
 * Without a text: the list. With one: intent search, which reads keywords and sentences alike; where it finds nothing
 * the full-text list may, since that forgives half-typed words and typos. What the text said of price, chain or status
 * stands: the list, which would not know of it, is not asked then.
 */
export async function findServices(
  client: DirectoryClient,
  view: View,
  signal: AbortSignal,
): Promise<Findings> {
  if (!view.text) return list(client, view, signal);
  const meant = await intent(client, view, signal);
  const isConditional = Object.keys(meant.understanding.constraints).length > 0;
  if (meant.services.length > 0 || isConditional || view.page > 1) return meant;
  const listed = await list(client, view, signal);
  return listed.services.length > 0 ? listed : meant;
}

function filters({ category, chain, status, maxPrice }: View) {
  return {
    ...(category ? { category } : {}),
    ...(chain ? { chain } : {}),
    ...(status ? { status } : {}),
    ...(maxPrice ? { maxPricePerRequest: maxPrice } : {}),
  };
}

async function list(client: DirectoryClient, view: View, signal: AbortSignal): Promise<Findings> {
  const offset = (view.page - 1) * pageSize;
  const { services, total } = await client.list(
    {
      ...(view.text ? { query: view.text } : {}),
      ...filters(view),
      ...orders[view.sort],
      limit: pageSize,
      ...(offset > 0 ? { offset } : {}),
    },
    { signal },
  );
  return { services, total, hasNext: offset + services.length < total };
}

/** The best matches; in another order than relevance, as many as can be had are put into that order. */
async function intent(
  client: DirectoryClient,
  view: View,
  signal: AbortSignal,
): Promise<Findings & { understanding: Understanding }> {
  const compare = comparisons[view.sort];
  const end = view.page * pageSize;
  const limit = compare ? mostIntentResults : Math.min(end + 1, mostIntentResults);
  const { services, ...understanding } = await client.intent(
    { q: view.text, limit, ...filters(view) },
    { signal },
  );
  const ordered = compare ? services.toSorted(compare) : services;
  return {
    services: ordered.slice(end - pageSize, end),
    total: services.length < limit ? services.length : undefined,
    hasNext: ordered.length > end,
    understanding,
  };
}
