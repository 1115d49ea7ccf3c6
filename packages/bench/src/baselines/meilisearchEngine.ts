import type { RunningMeilisearch } from '@shirube/dev/processes';
import type { BenchListQuery } from '../catalog/listQueries.js';
import type { LoadRequest } from '../load/loadJob.js';
import type { EngineAccess } from './engineAccess.js';

const fields = { price: 'price', trustScore: 'trustScore', name: 'nameKey' };

function filterOf({ category, chain, maxPricePerRequest }: BenchListQuery): string[] {
  return [
    ...(category === undefined ? [] : [`category = "${category}"`]),
    ...(chain === undefined ? [] : [`chains = "${chain}"`]),
    ...(maxPricePerRequest === undefined ? [] : [`price <= ${Number(maxPricePerRequest)}`]),
  ];
}

/** The requests that get the same lists and searches from Meilisearch directly. */
export function meilisearchEngine({ url, apiKey }: RunningMeilisearch): EngineAccess {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const post = (path: string, body: object): LoadRequest => ({
    method: 'POST',
    path: `/indexes/services/${path}`,
    headers,
    body: JSON.stringify(body),
  });
  return {
    origin: url,
    list: (query) =>
      post('documents/fetch', {
        filter: filterOf(query),
        sort: [`${fields[query.sortBy]}:${query.sortOrder}`, 'id:asc'],
        offset: query.offset,
        limit: query.limit,
        fields: ['service'],
      }),
    search: (words) =>
      post('search', {
        q: words,
        matchingStrategy: 'all',
        limit: 20,
        attributesToRetrieve: ['service'],
        showRankingScore: true,
      }),
    close() {},
  };
}
