import type { ListQuery, ServiceStatus } from '@shirube/contracts';

/** The order of results; '' is the default: relevance for a text, otherwise trust. */
export type Sort = '' | 'trust' | 'newest' | 'price' | 'price-desc' | 'name';

/** The state of the list, as its address encodes it. */
export interface View {
  text: string;
  /** Matches services in any of them. */
  categories: readonly string[];
  chains: readonly string[];
  status: '' | ServiceStatus;
  currency: string;
  minPrice: string;
  maxPrice: string;
  /** Whether to show only services paid on test networks ('true') or none of them ('false'). */
  testnet: '' | 'true' | 'false';
  minTrust: string;
  minUptime: string;
  /** The language of the services' own texts, not of the page. */
  language: '' | NonNullable<ListQuery['language']>;
  sort: Sort;
  page: number;
  /** Names of constraints that the text states and the visitor has removed. */
  ignored: readonly string[];
}

/** The id of the form that submits a view without script. */
export const viewForm = 'view';

export const statuses: readonly ServiceStatus[] = ['verified', 'unverified', 'inactive'];
export const sorts: readonly Sort[] = ['', 'trust', 'newest', 'price', 'price-desc', 'name'];

export const languages = ['en', 'ja'] as const;

const oneOf = <T extends string>(values: readonly T[], value: string): T | '' =>
  values.find((known) => known === value) ?? '';

/** Parses the query of an address; invalid values are dropped. */
export function readView(search: string): View {
  const parameters = new URLSearchParams(search);
  const get = (name: string) => parameters.get(name)?.trim() ?? '';
  const all = (name: string) => [...new Set(parameters.getAll(name).map((value) => value.trim()))].filter(Boolean);
  const page = Number(get('page'));
  return {
    text: get('q'),
    categories: all('category'),
    chains: all('chain'),
    status: oneOf(statuses, get('status')),
    currency: get('currency'),
    minPrice: get('minPrice'),
    maxPrice: get('maxPrice'),
    testnet: oneOf(['true', 'false'], get('testnet')),
    minTrust: get('minTrust'),
    minUptime: get('minUptime'),
    language: oneOf(languages, get('language')),
    sort: oneOf(sorts, get('sort')),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    ignored: get('ignore').split(',').filter(Boolean),
  };
}

/** Returns the address of a view: canonical, and as short as possible. */
export function viewAddress(view: View): string {
  const parameters = new URLSearchParams();
  const set = (name: string, value: string) => value && parameters.set(name, value);
  set('q', view.text);
  set('ignore', view.ignored.join(','));
  for (const category of view.categories) parameters.append('category', category);
  for (const chain of view.chains) parameters.append('chain', chain);
  set('status', view.status);
  set('currency', view.currency);
  set('minPrice', view.minPrice);
  set('maxPrice', view.maxPrice);
  set('testnet', view.testnet);
  set('minTrust', view.minTrust);
  set('minUptime', view.minUptime);
  set('language', view.language);
  set('sort', view.sort);
  set('page', view.page > 1 ? String(view.page) : '');
  return parameters.size > 0 ? `/?${parameters}` : '/';
}

/** The view without its filters. */
export const withoutFilters = ({ text, sort }: View): View => ({ ...readView(''), text, sort });

/** How many filters narrow the view. */
export function filterCount({ categories, chains, ...view }: View): number {
  const { status, currency, minPrice, maxPrice, testnet, minTrust, minUptime, language } = view;
  const others = [status, currency, minPrice, maxPrice, testnet, minTrust, minUptime, language].filter(Boolean);
  return categories.length + chains.length + others.length;
}

/** Adds a value to a list, or removes it if present. */
export const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

export const mostCompared = 4;

/** Returns the ids of the services that an address compares, from one parameter or several. */
export const comparedIn = (search: string): string[] =>
  [...new Set(new URLSearchParams(search).getAll('ids').flatMap((ids) => ids.split(',')))]
    .filter(Boolean)
    .slice(0, mostCompared);

/** Adds the given language to the address, unless it already names one or none is given. */
export function inLanguage(address: string, language: string | null | undefined): string {
  const [path = '', query] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (!language || parameters.has('lang')) return address;
  parameters.set('lang', language);
  return `${path}?${parameters}`;
}

/** Returns the id of the service whose page is at that path; undefined if there is none. */
export function serviceIn(path: string): string | undefined {
  const [, id] = /^\/services\/([^/]+)\/?$/.exec(path) ?? [];
  try {
    return id && decodeURIComponent(id);
  } catch {
    return id;
  }
}
