import { orderNames, orders, pageSize, splitAddress } from './view.js';

/** The parameters of the list that had names of their own. */
const oldNames: Record<string, string> = {
  q: 'query',
  minPrice: 'minPricePerRequest',
  maxPrice: 'maxPricePerRequest',
};

/**
 * Returns the query of a list with the names of the API, or undefined if it has no other. The order is one parameter in
 * old links, and in the form that is sent without script: a select cannot send two.
 */
export function renameParameters(search: string): string | undefined {
  const parameters = new URLSearchParams(search);
  const current = new URLSearchParams();
  for (const [name, value] of parameters) {
    if (name === 'sort') {
      const order = orderNames.find((known) => known === value) ?? '';
      for (const entry of Object.entries(orders[order])) current.append(...entry);
    } else if (name === 'page') {
      if (Number(value) > 1) current.append('offset', String((Number(value) - 1) * pageSize));
    } else current.append(oldNames[name] ?? name, value);
  }
  return current.toString() === parameters.toString() ? undefined : String(current);
}

/** Returns the address that an old one has moved to, if it has. */
export function redirectOf(url: string): string | undefined {
  const [path, query] = splitAddress(url);
  const current = path === '/' && query ? renameParameters(query) : undefined;
  return current === undefined ? undefined : `/${current && `?${current}`}`;
}
