import type { KeywordRequest, ListRequest } from '@shirube/search';
import type { LoadRequest } from '../load/loadJob.js';
import { startBaseline } from '../processes/startBaseline.js';
import type { EngineAccess } from './engineAccess.js';

/** The embedded engine behind bare Fastify routes, filled from the same database. */
export async function embeddedEngine(databaseUrl: string): Promise<EngineAccess> {
  const { url, stop } = await startBaseline('embeddedEngineServer.js', databaseUrl);
  const post = (path: string, body: ListRequest | KeywordRequest): LoadRequest => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    origin: url,
    list: ({ category, chain, maxPricePerRequest, sortBy, sortOrder, offset, limit }) =>
      post('/list', {
        filter: {
          ...(category === undefined ? {} : { category }),
          ...(chain === undefined ? {} : { chains: [chain] }),
          ...(maxPricePerRequest === undefined ? {} : { maxPrice: { amount: maxPricePerRequest, exclusive: false } }),
        },
        sort: { by: sortBy, order: sortOrder },
        offset,
        limit,
      }),
    search: (text) => post('/search', { text, filter: {}, offset: 0, limit: 20 }),
    close: stop,
  };
}
