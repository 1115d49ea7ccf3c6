import type { FacetCounts, FacetRequest, Facets, SearchFilter } from './searchEngine.js';

/** What services can be counted by, named as in documents. */
export type Facet = keyof FacetCounts;

/** The filter that selects a value of each facet. */
const ownFilter = {
  category: 'categories',
  chains: 'chains',
  status: 'status',
  currencies: 'currencies',
  provider: 'host',
  language: 'language',
  testnet: 'testnet',
  trustLevel: 'minTrust',
  uptimeLevel: 'minUptime',
} as const satisfies Record<Facet, keyof SearchFilter>;
export const facets = Object.keys(ownFilter) as Facet[];

/** The conditions that one way to pay must meet together. */
const ofPayment = [
  'chains',
  'currencies',
  'minPrice',
  'maxPrice',
  'orPrices',
] as const satisfies (keyof SearchFilter)[];
/** The most values of a facet that are counted one by one. */
const mostSingly = 30;

/** Counts the services that the text finds under a filter: the total, and the values of some facets. */
export type CountFacets = (
  text: string | undefined,
  filter: SearchFilter,
  facets: readonly Facet[],
) => Promise<{ total: number; counts: Partial<FacetCounts> }>;

/**
 * Counts each facet without its own filter, so that the counts show what another choice would find. The selected value
 * gets the total of the whole search, even if that search had to drop words.
 */
export async function countAll(count: CountFacets, { text, filter }: FacetRequest): Promise<Facets> {
  const chosen = facets.filter((facet) => filter[ownFilter[facet]] !== undefined);
  const open = facets.filter((facet) => !chosen.includes(facet));
  const [whole, ...others] = await Promise.all([
    count(text, filter, open),
    ...chosen.map((facet) => {
      const { [ownFilter[facet]]: _own, ...rest } = filter;
      return count(text, rest, [facet]);
    }),
  ]);
  const counts: FacetCounts = {
    category: new Map(),
    chains: new Map(),
    status: new Map(),
    currencies: new Map(),
    provider: new Map(),
    language: new Map(),
    testnet: new Map(),
    trustLevel: new Map(),
    uptimeLevel: new Map(),
  };
  for (const { counts: counted } of [whole, ...others]) Object.assign(counts, counted);
  await Promise.all([
    countWays(count, { text, filter }, 'chains', counts.chains),
    countWays(count, { text, filter }, 'currencies', counts.currencies),
  ]);
  for (const facet of chosen) {
    const values = [filter[ownFilter[facet]] ?? []].flat();
    const [only] = values;
    if (only === undefined || typeof only === 'number' || values.length > 1) continue;
    const value = String(only).toLowerCase();
    if (whole.total > 0) counts[facet].set(value, whole.total);
    else counts[facet].delete(value);
  }
  return { total: whole.total, counts };
}

/**
 * Corrects the counts of services that are paid in several ways. Such a service has several chains and currencies, but
 * another condition on payment may hold for some of them only. The other services have one of each.
 */
async function countWays(
  count: CountFacets,
  { text, filter }: FacetRequest,
  facet: 'chains' | 'currencies',
  counts: Map<string, number>,
): Promise<void> {
  if (!ofPayment.some((name) => name !== facet && filter[name] !== undefined)) return;
  const { chains: _chains, currencies: _currencies, minPrice: _min, maxPrice: _max, orPrices: _or, ...rest } = filter;
  const several = await count(text, { ...rest, severalWays: true }, [facet]);
  const values = [...(several.counts[facet] ?? [])].sort(([, a], [, b]) => b - a).slice(0, mostSingly);
  await Promise.all(
    values.map(async ([value]) => {
      const { total } = await count(text, { ...filter, [facet]: [value] }, []);
      if (total > 0) counts.set(value, total);
      else counts.delete(value);
    }),
  );
}
