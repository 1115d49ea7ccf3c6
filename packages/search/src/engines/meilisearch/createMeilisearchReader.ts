import { loadLanguage } from '@shirube/language';
import { type CountFacets, countAll, type Facet } from '../../facets.js';
import { keywordWords } from '../../keyword/keywordQuery.js';
import type { KeywordPage, KeywordRequest, SearchReader } from '../../searchEngine.js';
import { defaultIndexUid, type MeilisearchAddress, meilisearchUrls } from './connection.js';
import { dictionarySearch } from './dictionarySearch.js';
import { filterExpressions } from './filterExpression.js';
import { createIntentRanker } from './intentRanker.js';
import { createListPages, sortExpressions } from './listPages.js';
import { createSearchClient, type SearchClientLimits } from './searchClient.js';
import { createSpreadingClient, type NodeStanding, type NodeUse } from './spreadingClient.js';
import { type StoredService, storedJson } from './storedService.js';

interface FacetAnswer {
  estimatedTotalHits: number;
  /** Without the facets that no service has. */
  facetDistribution?: Partial<Record<Facet, Record<string, number>>>;
}

interface SearchAnswer {
  hits: (StoredService & { _rankingScore: number })[];
  estimatedTotalHits: number;
}

/**
 * All words; if nothing has them, the rarest alone (`frequency`, which drops words that nobody has first, then the
 * commonest, and asks for equally rare ones together); if nothing has these, the first (`last`).
 */
const matchingStrategies = ['all', 'frequency', 'last'] as const;

export interface MeilisearchReaderOptions extends MeilisearchAddress {
  limits?: Partial<SearchClientLimits>;
  /** Where `url` names several nodes, separated by commas: how they stand to each other. */
  standings?: (() => Promise<readonly NodeStanding[]>) | undefined;
}

export interface MeilisearchReader extends SearchReader {
  /** The nodes, where there are several. */
  nodes(): NodeUse[];
}

function openClient({ url, apiKey, limits, standings }: MeilisearchReaderOptions, path: string) {
  const urls = meilisearchUrls(url);
  if (urls.length > 1 && standings) return createSpreadingClient({ urls, apiKey, path, limits, standings });
  const client = createSearchClient({ url, apiKey }, limits);
  return { ...client, nodes: () => [], known: async () => {} };
}

/** The reading side of one or several Meilisearch; one alone is connected to when first asked. */
export function createMeilisearchReader({
  indexUid = defaultIndexUid,
  ...options
}: MeilisearchReaderOptions): MeilisearchReader {
  const path = `/indexes/${encodeURIComponent(indexUid)}`;
  const client = openClient(options, path);
  const intents = createIntentRanker(client, path, loadLanguage);

  /** Searches for the words: all of them, or as many as it takes to find something. None where there is no word. */
  async function searchWords<Answer extends { estimatedTotalHits: number }>(
    text: string,
    request: object,
  ): Promise<Answer | undefined> {
    // It knows the synonyms by its settings.
    const words = keywordWords(await loadLanguage(), text);
    // Without a word Meilisearch would return everything.
    if (words.length === 0) return undefined;
    const ask = client.operation();
    for (const matchingStrategy of words.length === 1 ? (['all'] as const) : matchingStrategies) {
      const answer = await ask<Answer>(`${path}/search`, {
        q: words.join(' '),
        matchingStrategy,
        ...request,
      });
      if (answer.estimatedTotalHits > 0) return answer;
    }
    return undefined;
  }

  async function search({ text, filter, sort, offset, limit }: KeywordRequest): Promise<KeywordPage> {
    const answer = await searchWords<SearchAnswer>(text, {
      filter: filterExpressions(filter),
      ...(sort ? { sort: sortExpressions(sort) } : {}),
      offset,
      limit,
      attributesToRetrieve: ['service'],
      showRankingScore: true,
    });
    if (!answer) return { total: 0, hits: [] };
    const hits = answer.hits.map((hit) => ({ service: storedJson(hit), score: hit._rankingScore }));
    return { total: answer.estimatedTotalHits, hits };
  }

  const countFacets: CountFacets = async (text, filter, facets) => {
    const request = { filter: filterExpressions(filter), facets, limit: 0 };
    const answer =
      text === undefined
        ? await client.request<FacetAnswer>('POST', `${path}/search`, request)
        : await searchWords<FacetAnswer>(text, request);
    const distribution = answer?.facetDistribution ?? {};
    const counts = facets.map((facet) => [facet, new Map(Object.entries(distribution[facet] ?? {}))]);
    return { total: answer?.estimatedTotalHits ?? 0, counts: Object.fromEntries(counts) };
  };

  return {
    list: createListPages(client, path),
    search,
    facets: (request) => countAll(countFacets, request),
    rank: intents.rank,
    nodes: client.nodes,
    async ping() {
      await client.known();
      const searched = client.request('POST', `${path}/search`, dictionarySearch);
      await Promise.all([searched, intents.ready(), loadLanguage()]);
    },
    close: () => client.close(),
  };
}
