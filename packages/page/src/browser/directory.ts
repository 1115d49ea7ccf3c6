import type { Category, CurrencyInUse, Facets } from '@shirube/contracts';
import { useEffect } from 'preact/hooks';
import type { CategoryNames } from './categoryLabel.js';
import { type Findings, filters, findServices } from './findServices.js';
import { useOwnKey } from './ownKey.js';
import { type Answer, keep, useAnswer } from './useAnswer.js';
import { type View, viewAddress } from './view.js';

export { client } from './client.js';

/** The services of a view. Each is kept, so that its own page opens at once. */
export function useFindings(view: View): Answer<Findings> {
  const answer = useAnswer(viewAddress(view), (signal, reads) => findServices(reads, view, signal));
  const { value } = answer;
  useEffect(() => {
    for (const { relevance, ...service } of value?.services ?? []) keep(`service ${service.id}`, service);
  }, [value]);
  return answer;
}

/** The service of that id. Who may have changed it a moment ago gets it as it is, from no cache. */
export function useService(id: string) {
  const { key } = useOwnKey();
  return useAnswer(`service ${id}`, (signal, reads) => reads.detail(id, { signal, fresh: key !== undefined }));
}

/** The status record of the service of that id. */
export function useStatus(id: string) {
  return useAnswer(`status ${id}`, (signal, reads) => reads.status(id, { signal }));
}

/** Every category, the largest first. */
export function useCategories(): Answer<Category[]> {
  return useAnswer('categories', async (signal, reads) => {
    const categories = await reads.categories({ signal });
    return categories.toSorted((a, b) => b.count - a.count);
  });
}

/** What a category is called. Without its count, which changes with every registration: the page of a service would too. */
export function useCategoryNames(id: string): Answer<CategoryNames[]> {
  return useAnswer(`category ${id}`, async (signal, reads) => {
    const categories = await reads.categories({ signal });
    return categories.filter((known) => known.id === id).map(({ count: _count, ...names }) => names);
  });
}

/** Every currency that prices are in, the most used first. */
export function useCurrencies(): Answer<CurrencyInUse[]> {
  return useAnswer('currencies', (signal, reads) => reads.currencies({ signal }));
}

/** What each value of a filter would find beside the others. Not known for a text, since what it means is not counted. */
export function useFacets(view: View): Facets | undefined {
  const query = filters(view);
  const key = view.text ? 'no facets' : `facets ${JSON.stringify(query)}`;
  const { value } = useAnswer(key, async (signal, reads) => (view.text ? undefined : reads.facets(query, { signal })));
  return view.text ? undefined : value;
}
