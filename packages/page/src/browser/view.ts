import type { IntentSearchQuery, ListQuery, SavedSearch, ServiceStatus } from '@shirube/contracts';

/** The state of the list: the parameters of the API, which its address has too. */
export type View = Omit<ListQuery, 'limit' | 'after' | 'group'> & Pick<IntentSearchQuery, 'ignore'>;
type Name = keyof View;

/** The id of the form that submits a view without script. */
export const viewForm = 'view';

export const pageSize = 20;
export const statuses: readonly ServiceStatus[] = ['verified', 'unverified', 'inactive'];
export const languages = ['en', 'ja'] as const;

/** The orders that the page offers, by the values of their select; '' is the default. */
export const orderNames = ['', 'trust', 'newest', 'price', 'price-desc', 'name'] as const;
export type OrderName = (typeof orderNames)[number];
export const orders: Record<OrderName, Pick<View, 'sortBy' | 'sortOrder'>> = {
  '': {},
  trust: { sortBy: 'trustScore' },
  newest: { sortBy: 'createdAt' },
  price: { sortBy: 'price' },
  'price-desc': { sortBy: 'price', sortOrder: 'desc' },
  name: { sortBy: 'name' },
};

/** Returns a value if it is one of those that are known. */
const oneOf =
  <T extends string>(...known: readonly T[]) =>
  ([value]: readonly string[]): T | undefined =>
    known.find((each) => each === value);
const text = ([value]: readonly string[]) => value;
const texts = (values: readonly string[]) => (values.length > 0 ? [...new Set(values)] : undefined);
// What is not a number is left for the directory to reject.
const number = ([value]: readonly string[]) => (value === undefined ? undefined : Number(value));
const count = ([value = '']: readonly string[]) => (/^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined);

/** How each parameter is read, in the order of addresses. */
const readers: { [N in Name]-?: (values: readonly string[]) => View[N] | undefined } = {
  query: text,
  ignore: text,
  category: texts,
  chain: texts,
  status: oneOf(...statuses),
  host: text,
  currency: text,
  minPricePerRequest: text,
  maxPricePerRequest: text,
  testnet: oneOf('true', 'false'),
  minTrust: number,
  minUptime: number,
  language: oneOf(...languages),
  sortBy: oneOf('price', 'trustScore', 'name', 'createdAt'),
  sortOrder: oneOf('asc', 'desc'),
  offset: count,
};

/** The parameters that pages have besides those of the list. */
const pageParameters = ['lang', 'ids', 'url'];

/** Splits an address at its first "?". What follows is its query, with any other "?". */
export function splitAddress(address: string): [path: string, query: string] {
  const [path = ''] = address.split('?', 1);
  return [path, address.slice(path.length + 1)];
}

/** Returns an address without the parameters that no page knows. */
export function knownAddress(address: string): string {
  const [path, query] = splitAddress(address);
  const known = [...new URLSearchParams(query)].filter(([name]) => name in readers || pageParameters.includes(name));
  return known.length > 0 ? `${path}?${new URLSearchParams(known)}` : path;
}

/** Parses the query of an address; invalid values are dropped. */
export function readView(search: string): View {
  const parameters = new URLSearchParams(search);
  const entries = Object.entries(readers).map(([name, read]) => {
    const values = parameters.getAll(name).map((value) => value.trim());
    return [name, read(values.filter(Boolean))];
  });
  const view: View = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  if (!view.sortBy) delete view.sortOrder;
  return view;
}

/** A view whose parameters may also be empty: they are left out of its address. */
export type ViewChange = { [N in Name]?: View[N] | '' | undefined };

/** Returns the parameters of a view as a query: canonical, and as short as possible. */
function viewQuery(view: ViewChange): string {
  const values: Record<string, unknown> = view;
  const parameters = new URLSearchParams();
  for (const name of Object.keys(readers)) {
    for (const value of [values[name] ?? ''].flat()) if (value !== '') parameters.append(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** Returns the address of a view. */
export const viewAddress = (view: ViewChange): string => `/${viewQuery(view)}`;

/** The address of the feed of new and changed services in a view. */
export const feedAddress = (view: View): string => `/feed.atom${viewQuery(searchOf(view))}`;

/** Returns what a view searches for, without its order and page. */
export function searchOf({
  ignore: _ignore,
  sortBy: _by,
  sortOrder: _order,
  offset: _offset,
  ...search
}: View): SavedSearch {
  return search;
}

/** Returns the filters of a view, as every search takes them. */
export function filtersOf(view: View): Omit<SavedSearch, 'query'> {
  const { query: _query, ...filters } = searchOf(view);
  return filters;
}

/** The view without its filters. */
export const withoutFilters = ({ query, sortBy, sortOrder }: View): ViewChange => ({ query, sortBy, sortOrder });

/** How many filters narrow the view. */
export const filterCount = (view: View): number => Object.values(filtersOf(view)).flat().length;

/** The number of the page that a view shows, from 1. */
export const pageOf = ({ offset = 0 }: View): number => Math.floor(offset / pageSize) + 1;

/** The order of a view, as its select names it. */
export const orderOf = ({ sortBy, sortOrder }: View): OrderName =>
  orderNames.find((name) => orders[name].sortBy === sortBy && orders[name].sortOrder === sortOrder) ?? '';

/** Returns the values of a parameter that may be repeated. */
export const valuesOf = (values: string | string[] = []): string[] => [values].flat();

/** Adds a value to a list, or removes it if present. */
export const toggle = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

export const maxCompared = 4;

/** Returns the ids of the services that an address compares, from one parameter or several. */
export const comparisonIds = (search: string): string[] =>
  [...new Set(new URLSearchParams(search).getAll('ids').flatMap((ids) => ids.split(',')))]
    .filter(Boolean)
    .slice(0, maxCompared);

/** Adds the given language to the address, unless it already names one or none is given. */
export function inLanguage(address: string, language: string | null | undefined): string {
  const [path, query] = splitAddress(address);
  const parameters = new URLSearchParams(query);
  if (!language || parameters.has('lang')) return address;
  parameters.set('lang', language);
  return `${path}?${parameters}`;
}

/** Returns the address that a provider wants to check, https by default; undefined if the page has none. */
export function addressToCheck(search: string): string | undefined {
  const text = new URLSearchParams(search).get('url')?.trim();
  return text && !text.includes('://') && /[.:]/.test(text) ? `https://${text}` : text;
}
