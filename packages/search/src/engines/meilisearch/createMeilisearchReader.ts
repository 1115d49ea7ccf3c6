import type { Service } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { createKeywordReader, type KeywordQuery } from '../../keyword/keywordQuery.js';
import type {
  KeywordPage,
  KeywordRequest,
  RankedService,
  RankRequest,
  SearchReader,
  Sort,
} from '../../searchEngine.js';
import type { ServiceJson } from '../../serviceJson.js';
import { defaultIndexUid, type MeilisearchAddress } from './connection.js';
import { cutServices } from './cutServices.js';
import { filterExpressions } from './filterExpression.js';
import { createIntentReplica } from './intentReplica.js';
import { createSearchClient, type SearchClientLimits } from './searchClient.js';

interface DocumentPage {
  results: { service: Service }[];
}

interface ListAnswer {
  total: number;
}
interface SearchAnswer {
  hits: { _rankingScore: number }[];
  estimatedTotalHits: number;
}

/** An answer with its services as they came, and all the rest of it. */
function readServices<Rest>(answer: Buffer): { services: ServiceJson[]; rest: Rest } {
  const { services, rest } = cutServices(answer);
  return { services, rest: JSON.parse(rest) };
}

/**
 * All words; if nothing has them, the rarest alone (`frequency`, which drops words that nobody has first, then the
 * commonest, and asks for equally rare ones together); if nothing has these, the first (`last`).
 */
const matchingStrategies = ['all', 'frequency', 'last'] as const;

/** The reading side of a Meilisearch; connects when first asked. */
export function createMeilisearchReader({
  indexUid = defaultIndexUid,
  limits,
  ...address
}: MeilisearchAddress & { limits?: Partial<SearchClientLimits> }): SearchReader {
  const client = createSearchClient(address, limits);
  const path = `/indexes/${encodeURIComponent(indexUid)}`;
  const intents = createIntentReplica(client, indexUid);
  let readQuery: ((text: string) => KeywordQuery) | undefined;

  async function search({ text, filter, sort, offset, limit }: KeywordRequest): Promise<KeywordPage> {
    readQuery ??= createKeywordReader(await loadLanguage());
    const { words } = readQuery(text);
    // Without a word Meilisearch would return everything.
    if (words.length === 0) return { total: 0, hits: [] };
    for (const matchingStrategy of matchingStrategies) {
      const request = {
        q: words.join(' '),
        matchingStrategy,
        filter: filterExpressions(filter),
        ...(sort ? { sort: sortExpressions(sort) } : {}),
        offset,
        limit,
        attributesToRetrieve: ['service'],
        showRankingScore: true,
      };
      const { services, rest } = await client.ask(
        'POST',
        `${path}/search`,
        request,
        readServices<SearchAnswer>,
      );
      const { hits, estimatedTotalHits: total } = rest;
      const isLastTry = words.length === 1 || matchingStrategy === matchingStrategies.at(-1);
      if (total > 0 || isLastTry) {
        return {
          total,
          hits: services.map((service, i) => ({ service, score: hits[i]?._rankingScore ?? 0 })),
        };
      }
    }
    return { total: 0, hits: [] };
  }

  /** Ranked in this process; a service that has gone meanwhile is left out. */
  async function rank(request: RankRequest): Promise<RankedService[]> {
    const ranked = await intents.rank(request);
    if (ranked.length === 0) return [];
    const { results } = await client.request<DocumentPage>('POST', `${path}/documents/fetch`, {
      ids: ranked.map(({ id }) => id),
      limit: ranked.length,
      fields: ['service'],
    });
    const services = new Map(results.map(({ service }) => [service.id, service]));
    return ranked.flatMap(({ id, score, matches }) => {
      const service = services.get(id);
      return service ? { service, score, matches } : [];
    });
  }

  return {
    async list({ filter, sort, offset, limit }) {
      const request = {
        filter: filterExpressions(filter),
        sort: sortExpressions(sort),
        offset,
        limit,
        fields: ['service'],
      };
      const { services, rest } = await client.ask(
        'POST',
        `${path}/documents/fetch`,
        request,
        readServices<ListAnswer>,
      );
      return { total: rest.total, services };
    },
    search,
    rank,
    refresh: intents.refresh,
    // A Japanese word, since the first one loads Meilisearch's dictionary, which takes it seconds.
    ping: async () => {
      await client.request('POST', `${path}/search`, { q: '検索', limit: 0 });
    },
    close: () => client.close(),
  };
}

const sortFields: Record<Sort['by'], string> = {
  price: 'price',
  trustScore: 'trustScore',
  name: 'nameKey',
  createdAt: 'id',
};

function sortExpressions({ by, order }: Sort): string[] {
  return by === 'createdAt' ? [`id:${order}`] : [`${sortFields[by]}:${order}`, 'id:asc'];
}
