import type { Language } from '@shirube/language';
import type { FacetRequest, KeywordPage, KeywordRequest, SearchFilter, SearchReader } from '../searchEngine.js';
import { queryNames } from './queryNames.js';

/** Services that a query names, by a filter. */
export interface NamedPart {
  filter: Pick<SearchFilter, 'names' | 'notNames'>;
  names: readonly string[];
  total: number;
  /** Whether the query says nothing else, so that they are in the usual order of a list. */
  isWhole: boolean;
}

export const usualSort = { by: 'trustScore', order: 'desc' } as const;

/**
 * Finds what a query names, most specific first: the service at its address, those of its host, and those that its
 * words name. Only parts that have services are returned.
 */
export async function findNamed(
  reader: SearchReader,
  language: Language,
  text: string,
  filter: SearchFilter,
): Promise<{ parts: NamedPart[]; hasText: boolean }> {
  const { groups, hasText } = queryNames(text, language);
  const parts = await Promise.all(
    groups.map(async ({ names, isWhole }, i): Promise<NamedPart> => {
      const earlier = groups.slice(0, i).flatMap((group) => group.names);
      const own = { names, notNames: [...(filter.notNames ?? []), ...earlier] };
      const total = await reader.countNamed({ ...filter, ...own });
      return { filter: own, names, total, isWhole };
    }),
  );
  return { parts: parts.filter(({ total }) => total > 0), hasText };
}

/** Returns the filter with the condition that the parts do not contain it. */
export const outsideOf = (filter: SearchFilter, parts: readonly NamedPart[]): SearchFilter =>
  parts.length > 0
    ? { ...filter, notNames: [...(filter.notNames ?? []), ...parts.flatMap(({ names }) => names)] }
    : filter;

/** Searches by keywords. Without a requested order, what the query names comes before everything else. */
export async function keywordSearch(
  reader: SearchReader,
  language: Language,
  request: KeywordRequest,
): Promise<KeywordPage> {
  const { text, filter, sort } = request;
  const { parts, hasText } = await findNamed(reader, language, text, filter);
  if (parts.length === 0 || (sort && hasText)) return reader.search(request);
  // The other services must hold every word if that is what a search without names would require.
  const strict = await reader.search({ text, filter, everyWord: true, offset: 0, limit: 0 });
  const everyWord = strict.total > 0;
  const pages: ((range: Range) => Promise<KeywordPage>)[] = [];
  /** Of the groups so far: no provider comes twice. */
  const notProviders: string[] = [];
  for (const part of parts) {
    const own = { ...request, filter: { ...filter, ...part.filter, notProviders: [...notProviders] } };
    pages.push((range) => namedPage(reader, { ...own, ...range }, part));
    if (request.byProvider) notProviders.push(...(await namedProviders(reader, own, part)));
  }
  const rest = { ...request, everyWord, filter: { ...outsideOf(filter, parts), notProviders } };
  if (hasText) pages.push((range) => reader.search({ ...rest, ...range }));
  return joinPages(pages, request);
}

/** Returns the providers of the services that a query names. */
async function namedProviders(
  reader: SearchReader,
  { text, filter }: KeywordRequest,
  { isWhole }: NamedPart,
): Promise<Iterable<string>> {
  const found = isWhole ? undefined : await reader.facets({ text, filter });
  const { counts } = found && found.total > 0 ? found : await reader.facets({ filter });
  return counts.provider.keys();
}

/** Returns what to count for a keyword search: an address stands for what it names, not for its words. */
export async function keywordFacets(
  reader: SearchReader,
  language: Language,
  text: string,
  filter: SearchFilter,
): Promise<FacetRequest> {
  const { parts, hasText } = await findNamed(reader, language, text, filter);
  return parts.length === 0 || hasText
    ? { text, filter }
    : { filter: { ...filter, names: parts.flatMap(({ names }) => names) } };
}

/** Returns services that a query names: those that its words find, or all of them if it only consists of the name. */
async function namedPage(reader: SearchReader, request: KeywordRequest, { isWhole }: NamedPart): Promise<KeywordPage> {
  const found = isWhole ? undefined : await reader.search(request);
  if (found && found.total > 0) return { ...found, hits: found.hits.map(({ service }) => ({ service, score: 1 })) };
  const { filter, byProvider, offset, limit, sort = usualSort } = request;
  const { total, services } = await reader.list({ filter, byProvider, sort, offset, limit });
  return { total, hits: services.map((service) => ({ service, score: 1 })) };
}

interface Range {
  offset: number;
  limit: number;
}

/** Reads a page of results that consist of several parts, one after the other. */
async function joinPages(
  parts: readonly ((range: Range) => Promise<KeywordPage>)[],
  range: Range,
): Promise<KeywordPage> {
  const hits: KeywordPage['hits'] = [];
  let total = 0;
  for (const read of parts) {
    const offset = Math.max(0, range.offset - total);
    const page = await read({ offset, limit: range.limit - hits.length });
    hits.push(...page.hits);
    total += page.total;
  }
  return { total, hits };
}
