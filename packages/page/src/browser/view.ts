import type { ServiceStatus } from '@shirube/contracts';

/** The order of results; '' is the natural one: relevance for a text, else trust. */
export type Sort = '' | 'trust' | 'price' | 'price-desc' | 'name';

/** What the list shows, and what its address says. */
export interface View {
  text: string;
  category: string;
  chain: string;
  status: '' | ServiceStatus;
  maxPrice: string;
  sort: Sort;
  page: number;
}

export const statuses: readonly ServiceStatus[] = ['verified', 'unverified', 'inactive'];
export const sorts: readonly Sort[] = ['', 'trust', 'price', 'price-desc', 'name'];

const oneOf = <T extends string>(values: readonly T[], value: string): T | '' =>
  values.find((known) => known === value) ?? '';

/** Reads the query part of an address; what it cannot mean is left out. */
export function readView(search: string): View {
  const parameters = new URLSearchParams(search);
  const get = (name: string) => parameters.get(name)?.trim() ?? '';
  const page = Number(get('page'));
  return {
    text: get('q'),
    category: get('category'),
    chain: get('chain'),
    status: oneOf(statuses, get('status')),
    maxPrice: get('maxPrice'),
    sort: oneOf(sorts, get('sort')),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** The address of a view: the same for the same view, and no longer than it must be. */
export function viewAddress(view: View): string {
  const parameters = new URLSearchParams();
  const set = (name: string, value: string) => value && parameters.set(name, value);
  set('q', view.text);
  set('category', view.category);
  set('chain', view.chain);
  set('status', view.status);
  set('maxPrice', view.maxPrice);
  set('sort', view.sort);
  set('page', view.page > 1 ? String(view.page) : '');
  return parameters.size > 0 ? `/?${parameters}` : '/';
}

/** How many filters narrow the view. */
export function filterCount({ category, chain, status, maxPrice }: View): number {
  return [category, chain, status, maxPrice].filter(Boolean).length;
}

/** The view without its filters. */
export function withoutFilters(view: View): View {
  return { ...view, category: '', chain: '', status: '', maxPrice: '', page: 1 };
}
