import type { Service } from './schemas.js';

/** One page of a list, with links to the others. */
export interface ListPage<Item = Service> {
  services: Item[];
  /** The number of matching services on all pages. */
  total: number;
  /** Paths with their query, such as `/api/services?limit=20&offset=20`; absent if there is no such page. */
  links: { first?: string; prev?: string; next?: string; last?: string };
}

const link = /<([^>]*)>\s*;\s*rel="(first|prev|next|last)"/g;

/** Reads the body and the paging headers of a list. */
export async function readListPage<Item>(response: Response): Promise<ListPage<Item>> {
  const services: Item[] = await response.json();
  const links: ListPage['links'] = {};
  for (const [, target, relation] of (response.headers.get('link') ?? '').matchAll(link)) {
    links[relation as keyof ListPage['links']] = target ?? '';
  }
  return { services, total: Number(response.headers.get('x-total-count') ?? services.length), links };
}
