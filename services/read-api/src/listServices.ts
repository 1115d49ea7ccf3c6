import { type GroupProvider, type ListQuery, routes } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import {
  cursorAfter,
  keywordSearch,
  parseService,
  providerIn,
  type SearchFilter,
  type SearchReader,
  type Sort,
  searchFilter,
} from '@shirube/search';
import { validationFailed } from '@shirube/service-kit';
import { createAnswer, withImpressions } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';
import { keywordContent, resultsOf } from './insights/impression.js';
import { readCursor, writeCursor } from './pageCursor.js';
import { pagingLinks } from './pagingLinks.js';

/** Joins values that are already JSON into an array. */
export const jsonArray = (values: readonly string[]): string => `[${values.join(',')}]`;

/** Adds a member to an object that is already JSON, and not empty. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)},"${name}":${value}}`;

/** Returns services as groups, each with what its provider offers under the filter. */
export async function toGroups(
  search: SearchReader,
  filter: SearchFilter,
  services: readonly string[],
): Promise<string[]> {
  const domains = services.map(providerIn);
  const providers = services.length === 0 ? new Map() : await search.describeProviders(domains, filter);
  return services.map((service, i) => {
    const domain = domains[i] ?? '';
    // The service may have changed between the two requests.
    const provider: GroupProvider = providers.get(domain) ?? { domain, name: domain, services: 1, prices: [] };
    return `{"provider":${JSON.stringify(provider)},"service":${service}}`;
  });
}

function sortOf({ query, sortBy, sortOrder }: ListQuery): Sort | undefined {
  if (sortBy === undefined && query !== undefined) {
    if (sortOrder === undefined) return undefined;
    const message = 'needs sortBy when query is given: relevance has one order only';
    throw validationFailed({ faults: [{ path: 'sortOrder', message }] });
  }
  const by = sortBy ?? 'trustScore';
  return { by, order: sortOrder ?? (by === 'price' || by === 'name' ? 'asc' : 'desc') };
}

interface ListOptions {
  search: SearchReader;
  language: Language;
  lists: AnswerCache;
  keywords: AnswerCache;
}

/** Rejects parameters that cannot be combined. */
function refuseMixed({ query, offset, after, group }: ListQuery): void {
  if (after === undefined) return;
  const fault = (message: string) => validationFailed({ faults: [{ path: 'after', message }] });
  if (offset !== undefined) throw fault('cannot be combined with offset');
  if (query !== undefined) throw fault('cannot be combined with query: use offset');
  if (group !== undefined) throw fault('cannot be combined with group: use offset');
}

/** Lists and searches services. With a query it is a keyword search, and has its bounds. */
export function createList({ search, language, lists, keywords }: ListOptions): ReadAnswer<ListQuery> {
  async function found(query: ListQuery, text: string) {
    const { limit = 20, offset = 0 } = query;
    const sort = sortOf(query);
    const filter = searchFilter(query);
    const byProvider = query.group !== undefined;
    const { total, hits } = await keywordSearch(search, language, { text, filter, byProvider, sort, offset, limit });
    const services = hits.map(({ service }) => service);
    const impressions = resultsOf(hits, { text, words: () => keywordContent(language, text), offset });
    return { total, services, filter, links: { offset, next: `offset=${offset + limit}` }, impressions };
  }

  async function listed(query: ListQuery) {
    const { limit = 20 } = query;
    const sort = sortOf(query) ?? { by: 'trustScore', order: 'desc' };
    const cursor = query.after === undefined ? undefined : readCursor(query.after, sort);
    const offset = cursor?.position ?? query.offset ?? 0;
    const filter = searchFilter(query);
    const byProvider = query.group !== undefined;
    const page = await search.list({ filter, byProvider, sort, offset, limit, after: cursor?.after });
    if (byProvider) return { ...page, filter, links: { offset, next: `offset=${offset + limit}` }, impressions: [] };
    const last = page.services.length === limit ? page.services.at(-1) : undefined;
    const next =
      last &&
      `after=${writeCursor(sort, { after: cursorAfter(parseService(last), sort, page.endsInDuplicates), position: offset + limit })}`;
    return { ...page, filter, links: { offset, next }, impressions: [] };
  }

  async function answer(query: ListQuery) {
    refuseMixed(query);
    const { limit = 20, query: text } = query;
    const { total, services, filter, links, impressions } =
      text === undefined ? await listed(query) : await found(query, text);
    const entries = query.group === undefined ? services : await toGroups(search, filter, services);
    const answer = createAnswer(jsonArray(entries), {
      'x-total-count': String(total),
      ...pagingLinks({ path: routes.listServices.url, query, limit, total, ...links }),
    });
    return withImpressions(answer, impressions);
  }

  return (query) => {
    const cache = query.query === undefined ? lists : keywords;
    return cache.get('list', query, () => answer(query));
  };
}
