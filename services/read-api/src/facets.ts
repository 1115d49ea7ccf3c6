import { type Facets, type FacetsQuery, routes, serviceLanguages, serviceStatuses } from '@shirube/contracts';
import { chainOf } from '@shirube/domain';
import type { Language } from '@shirube/language';
import {
  countReached,
  type FacetRequest,
  findIntent,
  keywordFacets,
  type Money,
  parseService,
  type SearchReader,
  searchFilter,
  trustLevels,
  uptimeLevels,
} from '@shirube/search';
import { validationFailed } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';

interface FacetsOptions {
  search: SearchReader;
  language: Language;
  money: Money;
  lists: AnswerCache;
  keywords: AnswerCache;
  intents: AnswerCache;
}

const stringify = fastJson(routes.readFacets.schema.response[200]);

/** The number of services that an intent shows. */
const mostMeant = 100;

const mostHosts = 100;

/** The values of a facet, most frequent first. */
const byCount = (counts: Map<string, number>): [string, number][] =>
  [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));

/** Counts what each value of a filter would find. */
export function createFacets({
  search,
  language,
  money,
  lists,
  keywords,
  intents,
}: FacetsOptions): ReadAnswer<FacetsQuery> {
  /**
   * Counts under the filters what the intent finds without them, so the intent finds at least as many as each count
   * says.
   */
  async function meant({ q = '', ignore, ...filters }: FacetsQuery): Promise<FacetRequest> {
    const filter = searchFilter(filters);
    // Intents find inactive services only when that status is requested.
    const status = filters.status === 'inactive' ? ({ status: 'inactive' } as const) : {};
    const found = await findIntent(search, language, { text: q, filter: status, limit: mostMeant, ignore, money });
    const ids = found.services.map(({ service }) => parseService(service).id);
    const isRead = ids.length > 0 || Object.keys(found.result.constraints).length > 0;
    return isRead ? { filter: { ...filter, ids } } : { text: q, filter };
  }

  async function toRequest(query: string | undefined, parameters: FacetsQuery): Promise<FacetRequest> {
    if (parameters.q !== undefined) return meant(parameters);
    const filter = searchFilter(parameters);
    return query === undefined ? { filter } : keywordFacets(search, language, query, filter);
  }

  async function count({ query, ...parameters }: FacetsQuery): Promise<Facets> {
    const { total, counts } = await search.facets(await toRequest(query, parameters));
    return {
      total,
      categories: byCount(counts.category).map(([id, count]) => ({ id, count })),
      chains: byCount(counts.chains).map(([id, count]) => ({ chain: chainOf(id), count })),
      statuses: byCount(counts.status).flatMap(([value, count]) => {
        const status = serviceStatuses.find((known) => known === value);
        return status ? { status, count } : [];
      }),
      currencies: byCount(counts.currencies).map(([code, count]) => ({ currency: code.toUpperCase(), count })),
      hosts: byCount(counts.provider)
        .slice(0, mostHosts)
        .map(([host, count]) => ({ host, count })),
      languages: byCount(counts.language).flatMap(([value, count]) => {
        const language = serviceLanguages.find((known) => known === value);
        return language ? { language, count } : [];
      }),
      testnets: byCount(counts.testnet).map(([value, count]) => ({
        testnet: value === 'true' ? 'true' : 'false',
        count,
      })),
      trust: countReached(trustLevels, counts.trustLevel).map(({ level, count }) => ({ minTrust: level, count })),
      uptime: countReached(uptimeLevels, counts.uptimeLevel).map(({ level, count }) => ({ minUptime: level, count })),
    };
  }

  return ({
    sortBy: _by,
    sortOrder: _order,
    limit: _limit,
    offset: _offset,
    after: _after,
    group: _group,
    ...parameters
  }) => {
    if (parameters.q !== undefined && parameters.query !== undefined)
      throw validationFailed({ faults: [{ path: 'q', message: 'cannot be combined with query' }] });
    const cache = parameters.q === undefined ? (parameters.query === undefined ? lists : keywords) : intents;
    return cache.get('facets', parameters, async () => createAnswer(stringify(await count(parameters))));
  };
}
