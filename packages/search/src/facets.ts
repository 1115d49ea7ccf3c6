import type { FacetCounts, FacetRequest, Facets, SearchFilter } from './searchEngine.js';

/** What services can be counted by, under the names that documents have for it. */
export type Facet = keyof FacetCounts;

/** What chooses among the values of each facet. */
const ownFilter = {
  category: 'category',
  chains: 'chains',
  status: 'status',
  currency: 'currencies',
} as const;
export const facets: readonly Facet[] = ['category', 'chains', 'status', 'currency'];

/** Counts, of what the text finds under a filter, all of it and the values of some facets. */
export type CountFacets = (
  text: string | undefined,
  filter: SearchFilter,
  facets: readonly Facet[],
) => Promise<{ total: number; counts: Partial<FacetCounts> }>;

/**
 * Counts each facet without the filter on itself: so it tells what another choice would find. What is chosen counts as
 * often as the whole finds something, also where words had to be given up for it.
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
    currency: new Map(),
  };
  for (const { counts: counted } of [whole, ...others]) Object.assign(counts, counted);
  for (const facet of chosen) {
    const values = [filter[ownFilter[facet]] ?? []].flat();
    const [only] = values;
    if (only === undefined || values.length > 1) continue;
    if (whole.total > 0) counts[facet].set(only.toLowerCase(), whole.total);
    else counts[facet].delete(only.toLowerCase());
  }
  return { total: whole.total, counts };
}
