import type { Category, CurrencyInUse, Facets } from '@shirube/contracts';
import { useEffect } from 'preact/hooks';
import type { CategoryNames } from './categoryLabel.js';
import { type Findings, findServices } from './findServices.js';
import { useOwnKey } from './ownKey.js';
import { type Answer, keep, useAnswer } from './useAnswer.js';
import { filtersOf, type View, viewAddress } from './view.js';

export { client } from './client.js';

/** The services of a view. Each one is cached, so that its own page opens at once. */
export function useFindings(view: View): Answer<Findings> {
  const answer = useAnswer(viewAddress(view), (signal, reads) => findServices(reads, view, signal));
  const { value } = answer;
  useEffect(() => {
    for (const { relevance, ...service } of value?.services ?? []) keep(`service ${service.id}`, service);
  }, [value]);
  return answer;
}

/**
 * The service with that id. With a key the caches are bypassed, because the visitor may have just changed the service.
 */
export function useService(id: string) {
  const { key } = useOwnKey();
  return useAnswer(`service ${id}`, (signal, reads) => reads.getService(id, { signal, fresh: key !== undefined }));
}

/** The status record of the service with that id. */
export function useStatus(id: string) {
  return useAnswer(`status ${id}`, (signal, reads) => reads.getServiceStatus(id, { signal }));
}

/** Every category, largest first. */
export function useCategories(): Answer<Category[]> {
  return useAnswer('categories', async (signal, reads) => {
    const categories = await reads.listCategories({ signal });
    return categories.toSorted((a, b) => b.count - a.count);
  });
}

/**
 * The names of a category. The count is left out, because it changes with every registration and would change the page
 * of the service too.
 */
export function useCategoryNames(id: string): Answer<CategoryNames[]> {
  return useAnswer(`category ${id}`, async (signal, reads) => {
    const categories = await reads.listCategories({ signal });
    return categories.filter((known) => known.id === id).map(({ count: _count, ...names }) => names);
  });
}

/** Every currency that prices are in, most used first. */
export function useCurrencies(): Answer<CurrencyInUse[]> {
  return useAnswer('currencies', (signal, reads) => reads.listCurrencies({ signal }));
}

/** How many services each filter value would find, given the text and the other filters. */
export function useFacets(view: View): Facets | undefined {
  const { query: q, ignore } = view;
  const query = { ...(q && { q, ...(ignore && { ignore }) }), ...filtersOf(view) };
  return useAnswer(`facets ${JSON.stringify(query)}`, (signal, reads) => reads.readFacets(query, { signal })).value;
}
