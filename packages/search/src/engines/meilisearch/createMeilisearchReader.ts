import { loadLanguage } from '@shirube/language';
import { type CountFacets, countAll, type Facet, facets } from '../../facets.js';
import { keywordWords } from '../../keyword/keywordQuery.js';
import { describeOffers } from '../../providerOffers.js';
import type { KeywordPage, KeywordRequest, SearchReader } from '../../searchEngine.js';
import type { ServiceJson } from '../../serviceJson.js';
import type { CandidateCacheUse } from './candidateCache.js';
import { defaultIndexUid, type MeilisearchAddress, meilisearchUrls } from './connection.js';
import { filterExpressions, inOurIndex } from './filterExpression.js';
import { createIntentRanker } from './intentRanker.js';
import { createListPages, groupedRange, sortExpressions } from './listPages.js';
import { createSearchClient, type SearchClientLimits, SearchFailure } from './searchClient.js';
import { dictionarySearch } from './searchNode.js';
import { createSpreadingClient, type NodeStanding, type NodeUse } from './spreadingClient.js';

/** A page of a search by number has the first, which is exact also for groups, and one by offset the second. */
interface Total {
  totalHits?: number;
  estimatedTotalHits?: number;
}

const totalOf = ({ totalHits, estimatedTotalHits }: Total): number => totalHits ?? estimatedTotalHits ?? 0;

interface FacetAnswer extends Total {
  /** Facets that no service has are missing. */
  facetDistribution?: Partial<Record<Facet | 'offered', Record<string, number>>>;
}

interface SearchAnswer extends Total {
  hits: { service: ServiceJson; _rankingScore: number }[];
}

/**
 * First all words. If no service has them all, the rarest only: `frequency` first drops words that no service has, then
 * the most common ones, and requires equally rare ones together. If that finds nothing either, the first word (`last`).
 */
const matchingStrategies = ['all', 'frequency', 'last'] as const;

export interface MeilisearchReaderOptions extends MeilisearchAddress {
  limits?: Partial<SearchClientLimits>;
  /** If `url` names several nodes, separated by commas: their standings. */
  standings?: (() => Promise<readonly NodeStanding[]>) | undefined;
  /** The most that the cache of candidates may take, in megabytes. */
  intentCacheMb?: number | undefined;
}

const usualCacheMb = 128;

export interface MeilisearchReader extends SearchReader {
  /** The nodes, if there are several. */
  nodes(): NodeUse[];
  /** How full the cache of candidates is, and how often it had what an intent needed, if there is one. */
  cacheUse(): CandidateCacheUse | undefined;
}

function openClient({ url, apiKey, limits, standings }: MeilisearchReaderOptions, path: string) {
  const urls = meilisearchUrls(url);
  if (urls.length > 1 && standings) return createSpreadingClient({ urls, apiKey, path, limits, standings });
  const client = createSearchClient({ url, apiKey }, limits);
  return { ...client, nodes: () => [], known: async () => {} };
}

/** Creates the reading side of one or more Meilisearch nodes. A single node is connected to on the first request. */
export function createMeilisearchReader({
  indexUid = defaultIndexUid,
  ...options
}: MeilisearchReaderOptions): MeilisearchReader {
  const path = `/indexes/${encodeURIComponent(indexUid)}`;
  const client = openClient(options, path);
  const intents = createIntentRanker(client, path, loadLanguage, {
    cacheBytes: (options.intentCacheMb ?? usualCacheMb) * 2 ** 20,
  });

  /** Searches for all the words, or for fewer until something is found. Returns undefined if the text has no words. */
  async function searchWords<Answer extends Total>(
    text: string,
    request: object,
    everyWord = false,
  ): Promise<Answer | undefined> {
    // Synonyms are part of the settings of Meilisearch.
    const words = keywordWords(await loadLanguage(), text);
    // Without a word Meilisearch would return everything.
    if (words.length === 0) return undefined;
    const ask = client.operation();
    for (const matchingStrategy of everyWord || words.length === 1 ? (['all'] as const) : matchingStrategies) {
      const answer = await ask<Answer>(`${path}/search`, {
        q: words.join(' '),
        matchingStrategy,
        ...request,
      });
      if (totalOf(answer) > 0) return answer;
    }
    return undefined;
  }

  async function search(request: KeywordRequest): Promise<KeywordPage> {
    const { text, filter, everyWord, byProvider, sort, offset, limit } = request;
    const range = byProvider ? groupedRange(offset, limit) : { parameters: { offset, limit }, skip: 0 };
    const answer = await searchWords<SearchAnswer>(
      text,
      {
        filter: [inOurIndex, ...filterExpressions(filter)],
        sort: ['duplicate:asc', ...(sort ? sortExpressions(sort) : [])],
        ...range.parameters,
        attributesToRetrieve: ['service'],
        showRankingScore: true,
      },
      everyWord,
    );
    if (!answer) return { total: 0, hits: [] };
    const hits = answer.hits.slice(range.skip).map(({ service, _rankingScore: score }) => ({ service, score }));
    return { total: totalOf(answer), hits };
  }

  const countFacets: CountFacets = async (text, filter, facets) => {
    const request = { filter: filterExpressions(filter), facets, limit: 0 };
    const answer =
      text === undefined
        ? await client.request<FacetAnswer>('POST', `${path}/search`, request)
        : await searchWords<FacetAnswer>(text, request);
    const distribution = answer?.facetDistribution ?? {};
    const counts = facets.map((facet) => [facet, new Map(Object.entries(distribution[facet] ?? {}))]);
    return { total: answer ? totalOf(answer) : 0, counts: Object.fromEntries(counts) };
  };

  return {
    list: createListPages(client, path),
    search,
    facets: (request) => countAll(countFacets, request),
    rank: intents.rank,
    async describeProviders(domains, filter) {
      const request = { filter: filterExpressions({ ...filter, providers: domains }), facets: ['offered'], limit: 0 };
      const answer = await client.request<FacetAnswer>('POST', `${path}/search`, request);
      return describeOffers(new Map(Object.entries(answer.facetDistribution?.offered ?? {})));
    },
    async countNamed(filter) {
      try {
        // Costs Meilisearch a third of a search.
        const request = { filter: filterExpressions(filter), limit: 0, fields: ['id'] };
        return (await client.request<{ total: number }>('POST', `${path}/documents/fetch`, request)).total;
      } catch (error) {
        // An index of the version before has no names.
        if (error instanceof SearchFailure && error.kind === 'refused') return 0;
        throw error;
      }
    },
    async occurring(words) {
      const ask = client.operation();
      // A phrase is searched for as it is, without typos.
      const answers = await Promise.all(
        words.map((word) => ask<FacetAnswer>(`${path}/search`, { q: `"${word}"`, filter: inOurIndex, limit: 0 })),
      );
      return words.filter((_, i) => (answers[i]?.estimatedTotalHits ?? 0) > 0);
    },
    cacheUse: intents.cacheUse,
    nodes: client.nodes,
    async ping() {
      await client.known();
      // An index of the previous version lacks the attributes that this version counts and filters by.
      const searched = client.request('POST', `${path}/search`, { ...dictionarySearch, facets });
      await Promise.all([searched, intents.ready(), loadLanguage()]);
    },
    close: () => client.close(),
  };
}
