import { createClient } from '@shirube/client';
import type { Category, CurrencyInUse, Facets } from '@shirube/contracts';
import { type Findings, filters, findServices } from './findServices.js';
import { useOwnKey } from './ownKey.js';
import { type Answer, keep, useAnswer } from './useAnswer.js';
import { type View, viewAddress } from './view.js';

/** The directory that serves this page. */
export const client = createClient();

/** The services of a view. Each is kept, so that its own page opens at once. */
export function useFindings(view: View): Answer<Findings> {
  return useAnswer(viewAddress(view), async (signal) => {
    const findings = await findServices(client, view, signal);
    for (const { relevance, ...service } of findings.services) keep(`service ${service.id}`, service);
    return findings;
  });
}

/** The service of that id. Who may have changed it a moment ago gets it as it is, from no cache. */
export function useService(id: string) {
  const { key } = useOwnKey();
  return useAnswer(`service ${id}`, (signal) => client.detail(id, { signal, fresh: key !== undefined }));
}

/** The status record of the service of that id. */
export function useStatus(id: string) {
  return useAnswer(`status ${id}`, (signal) => client.status(id, { signal }));
}

/** Every category, the largest first. */
export function useCategories(): Answer<Category[]> {
  return useAnswer('categories', async (signal) => {
    const categories = await client.categories({ signal });
    return categories.toSorted((a, b) => b.count - a.count);
  });
}

/** Every currency that prices are in, the most used first. */
export function useCurrencies(): Answer<CurrencyInUse[]> {
  return useAnswer('currencies', (signal) => client.currencies({ signal }));
}

/** What each value of a filter would find beside the others. Not known for a text, since what it means is not counted. */
export function useFacets(view: View): Facets | undefined {
  const query = filters(view);
  const key = view.text ? 'no facets' : `facets ${JSON.stringify(query)}`;
  const { value } = useAnswer(key, async (signal) => (view.text ? undefined : client.facets(query, { signal })));
  return view.text ? undefined : value;
}
