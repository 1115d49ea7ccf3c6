import type { GroupProvider, IntentSearchResult, Service } from '@shirube/contracts';
import type { Reads } from './rendering.js';
import { filtersOf, pageSize, type View } from './view.js';

/** A service among the results: the best of its provider, unless the view is about one provider. */
export type FoundService = Service &
  Partial<Pick<IntentSearchResult['services'][number], 'relevance' | 'displayPrice' | 'estimate'>> & {
    /** What its provider has among the results. */
    group?: GroupProvider;
  };
/** How a text was interpreted, and which of its constraints are ignored. */
export type Understanding = Omit<IntentSearchResult, 'services'> & { ignored: readonly string[] };

/** The services of one page of a view. */
export interface Findings {
  services: FoundService[];
  /** The number of services on all pages, or of providers if `isGrouped`. */
  total: number;
  isGrouped: boolean;
  /** Whether there may be more than `total`: of an intent, only the best matches are fetched. */
  isBestOnly: boolean;
  /** Whether nothing fits, so that only the nearest services are shown. */
  isGuess?: boolean;
  /** The currencies on all pages, if known. */
  currencies: readonly string[] | undefined;
  /** How a text was interpreted, and why its results match. */
  understanding?: Understanding;
}

const maxIntentResults = 100;
/** Below this probability of the first result, nothing fits. */
const leastProbability = 0.3;
const maxGuesses = 5;
const byProvider = { group: 'provider' } as const;

const toFound = <T extends Service>({ provider, service }: { provider: GroupProvider; service: T }) => ({
  ...service,
  group: provider,
});

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
  const query = { ...view, limit: pageSize };
  const isGrouped = view.host === undefined;
  const { services, total } = isGrouped
    ? await reads
        .listServices({ ...query, ...byProvider }, { signal })
        .then((page) => ({ total: page.total, services: page.services.map(toFound) }))
    : await reads.listServices(query, { signal });
  const currencies = total <= pageSize ? distinctCurrencies(services) : undefined;
  return { services, total, isGrouped, isBestOnly: false, currencies };
}

/** Fetches as many of the best matches as possible, in the order of the view. */
async function intent(
  reads: Reads,
  view: View & { query: string },
  signal: AbortSignal,
): Promise<Findings & { understanding: Understanding }> {
  const { query: q, ignore = '', offset = 0 } = view;
  const query = { q, limit: maxIntentResults, ...filtersOf(view), ...(ignore && { ignore }) };
  const isGrouped = view.host === undefined;
  const { services: found, ...understanding } = isGrouped
    ? await reads
        .searchIntent({ ...query, ...byProvider }, { signal })
        .then((result) => ({ ...result, services: result.services.map(toFound) }))
    : await reads.searchIntent(query, { signal });
  const { probability, tokens, matchedTokens } = understanding;
  // A word that many services have in common is no guess, however unlikely the first of them is meant.
  const isGuess = probability < leastProbability && matchedTokens.length < tokens.length;
  const services = isGuess ? found.slice(0, maxGuesses) : found;
  return {
    services: sortServices<FoundService>(services, view).slice(offset, offset + pageSize),
    total: services.length,
    isGrouped,
    isBestOnly: services.length === maxIntentResults,
    isGuess,
    currencies: distinctCurrencies(services),
    understanding: { ...understanding, ignored: ignore.split(',').filter(Boolean) },
  };
}

/** Codes that differ only in case count as one. */
function distinctCurrencies(services: readonly Service[]): string[] {
  return [...new Map(services.map(({ pricing }) => [pricing.currency.toUpperCase(), pricing.currency])).values()];
}
