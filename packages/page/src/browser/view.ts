import type { ServiceStatus } from '@shirube/contracts';

/** The order of results; '' is the natural one: relevance for a text, else trust. */
export type Sort = '' | 'trust' | 'newest' | 'price' | 'price-desc' | 'name';

/** What the list shows, and what its address says. */
export interface View {
  text: string;
  category: string;
  chain: string;
  status: '' | ServiceStatus;
  currency: string;
  maxPrice: string;
  sort: Sort;
  page: number;
  /** Constraints that the text states and the visitor has removed, by name. */
  ignored: readonly string[];
}

/** The form that asks for a view where no script does. */
export const viewForm = 'view';

export const statuses: readonly ServiceStatus[] = ['verified', 'unverified', 'inactive'];
export const sorts: readonly Sort[] = ['', 'trust', 'newest', 'price', 'price-desc', 'name'];

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
    currency: get('currency'),
    maxPrice: get('maxPrice'),
    sort: oneOf(sorts, get('sort')),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    ignored: get('ignore').split(',').filter(Boolean),
  };
}

/** The address of a view: the same for the same view, and no longer than it must be. */
export function viewAddress(view: View): string {
  const parameters = new URLSearchParams();
  const set = (name: string, value: string) => value && parameters.set(name, value);
  set('q', view.text);
  set('ignore', view.ignored.join(','));
  set('category', view.category);
  set('chain', view.chain);
  set('status', view.status);
  set('currency', view.currency);
  set('maxPrice', view.maxPrice);
  set('sort', view.sort);
  set('page', view.page > 1 ? String(view.page) : '');
  return parameters.size > 0 ? `/?${parameters}` : '/';
}

/** How many filters narrow the view. */
export function filterCount({ category, chain, status, currency, maxPrice }: View): number {
  return [category, chain, status, currency, maxPrice].filter(Boolean).length;
}

/** The view without its filters. */
export function withoutFilters(view: View): View {
  return { ...view, category: '', chain: '', status: '', currency: '', maxPrice: '', page: 1, ignored: [] };
}

/** The address in the language given, unless it names one already or none is given. */
export function inLanguage(address: string, language: string | null | undefined): string {
  const [path = '', query] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (!language || parameters.has('lang')) return address;
  parameters.set('lang', language);
  return `${path}?${parameters}`;
}

/** The id of the service whose page is at that path. */
export function serviceIn(path: string): string | undefined {
  const [, id] = /^\/services\/([^/]+)\/?$/.exec(path) ?? [];
  try {
    return id && decodeURIComponent(id);
  } catch {
    return id;
  }
}
