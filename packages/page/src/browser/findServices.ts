import type { IntentSearchResult, Service } from '@shirube/contracts';
import type { HostKind } from '@shirube/domain';
import type { Reads } from './rendering.js';
import { filtersOf, pageSize, type View } from './view.js';

export type FoundService = Service &
  Partial<Pick<IntentSearchResult['services'][number], 'relevance'>> & { hostKind?: HostKind };
/** How a text was interpreted, and which of its constraints are ignored. */
export type Understanding = Omit<IntentSearchResult, 'services'> & { ignored: readonly string[] };

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

const maxIntentResults = 100;

const sortKey = (service: Service, by: NonNullable<View['sortBy']>): string | number =>
  by === 'price' ? Number(service.pricing.pricePerRequest) : service[by];

/** Sorts services as the list does. */
function sortServices<T extends Service>(services: T[], { sortBy, sortOrder }: View): T[] {
  if (!sortBy) return services;
  const isAscending = sortOrder ? sortOrder === 'asc' : sortBy === 'price' || sortBy === 'name';
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b));
  return services.toSorted((a, b) => (isAscending ? 1 : -1) * compare(sortKey(a, sortBy), sortKey(b, sortBy)));
}

/**
 * Without a text, uses the list. With one, uses intent search, which handles keywords and sentences alike. If that
 * finds nothing, falls back to the full-text list, which tolerates half-typed words and typos. There is no fallback if
 * the text states a price, chain or status, because the list would ignore such constraints. None of this depends on the
 * page number, so every page of a view reports the same total.
 */
export async function findServices(reads: Reads, view: View, signal: AbortSignal): Promise<Findings> {
  const { query, ignore } = view;
  if (!query) return list(reads, view, signal);
  const byIntent = await intent(reads, { ...view, query }, signal);
  const isConditional = Object.keys(byIntent.understanding.constraints).length > 0 || ignore !== undefined;
  if (byIntent.total > 0 || isConditional) return byIntent;
  const byText = await list(reads, view, signal);
  return byText.total > 0 ? byText : byIntent;
}

async function list(reads: Reads, { ignore: _ignore, ...view }: View, signal: AbortSignal): Promise<Findings> {
  const { services, total } = await reads.listServices({ ...view, limit: pageSize }, { signal });
  const currencies = total <= pageSize ? distinctCurrencies(services) : undefined;
  return { services, total, isBestOnly: false, currencies };
}

/** Fetches as many of the best matches as possible, in the order of the view. */
async function intent(
  reads: Reads,
  view: View & { query: string },
  signal: AbortSignal,
): Promise<Findings & { understanding: Understanding }> {
  const { query, ignore = '', offset = 0 } = view;
  const { services, ...understanding } = await reads.searchIntent(
    { q: query, limit: maxIntentResults, ...filtersOf(view), ...(ignore && { ignore }) },
    { signal },
  );
  return {
    services: sortServices(services, view).slice(offset, offset + pageSize),
    total: services.length,
    isBestOnly: services.length === maxIntentResults,
    currencies: distinctCurrencies(services),
    understanding: { ...understanding, ignored: ignore.split(',').filter(Boolean) },
  };
}

/** Codes that differ only in case count as one. */
function distinctCurrencies(services: readonly Service[]): string[] {
  return [...new Map(services.map(({ pricing }) => [pricing.currency.toUpperCase(), pricing.currency])).values()];
}
