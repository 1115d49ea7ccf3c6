import type { Category, CurrencyInUse, Facets, ServiceStatus } from '@shirube/contracts';
import { statuses, type View } from '../view.js';

/** What there is to choose from. */
export interface Choices {
  statuses: readonly ServiceStatus[];
  chains: readonly string[];
  categories: Category[] | undefined;
  currencies: CurrencyInUse[] | undefined;
}

interface Known {
  facets: Facets | undefined;
  categories: Category[] | undefined;
  currencies: CurrencyInUse[] | undefined;
}

/** Only what would find something beside the other filters, as far as that is known, and what is chosen already. */
export function offered(view: View, { facets, categories, currencies }: Known): Choices {
  const chains = facets?.chains.map(({ chain }) => chain) ?? NETWORK_NAMES;
  const choices = {
    statuses,
    chains: !view.chain || chains.includes(view.chain) ? chains : [view.chain, ...chains],
    categories,
    currencies,
  };
  if (!facets) return choices;
  const inCategory = new Map(facets.categories.map(({ id, count }) => [id, count]));
  const found = new Set<string>([
    ...facets.statuses.map(({ status }) => status),
    ...facets.currencies.map(({ currency }) => currency),
  ]);
  return {
    ...choices,
    statuses: statuses.filter((status) => found.has(status) || status === view.status),
    categories: categories
      ?.map((category) => ({ ...category, count: inCategory.get(category.id) ?? 0 }))
      .filter(({ id, count }) => count > 0 || id === view.category)
      .toSorted((a, b) => b.count - a.count),
    currencies: currencies?.filter(
      ({ currency }) => found.has(currency.toUpperCase()) || currency.toUpperCase() === view.currency.toUpperCase(),
    ),
  };
}
