import type { Category, CurrencyInUse, Facets } from '@shirube/contracts';
import type { LanguageCode } from './language/language.js';
import { type Answer, useAnswer } from './useAnswer.js';
import { filtersOf, type View } from './view.js';

export { client } from './useAnswer.js';

/** The status record of the service with that id. */
export function useStatus(id: string) {
  return useAnswer(`status ${id}`, (signal, reads) => reads.getServiceStatus(id, { signal }));
}

/** Every category, largest first. */
export function useCategories(isUsed = true): Answer<Category[]> {
  return useAnswer(isUsed ? 'categories' : '', async (signal, reads) => {
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

export type CategoryNames = Omit<Category, 'count'>;

/** Returns the name of a category in the visitor's language, otherwise its English name, otherwise its id. */
export function categoryLabel(
  id: string,
  categories: readonly CategoryNames[] | undefined,
  code: LanguageCode,
): string {
  const category = categories?.find((known) => known.id === id);
  return (code === 'ja' ? category?.labelJa : undefined) ?? category?.label ?? id;
}
