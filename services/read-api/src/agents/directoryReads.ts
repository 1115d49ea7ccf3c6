import type { FacetsQuery } from '@shirube/contracts';
import type { DirectoryReads } from '@shirube/mcp';
import { HttpProblem } from '@shirube/service-kit';
import { parseAnswer } from '../answers/answer.js';
import type { ReadAnswer } from '../answers/answerCache.js';
import type { CatalogReads } from '../catalogReads.js';
import type { Impression } from '../insights/impression.js';
import type { ProviderReads } from '../providers.js';
import type { Searches } from '../searches.js';

export interface ReadsOptions {
  searches: Searches;
  facets: ReadAnswer<FacetsQuery>;
  catalog: CatalogReads;
  providers: ProviderReads;
}

/**
 * The reads behind the tools of agents. They use the cached public responses, so they are bounded like every other
 * read. They add to `impressions` what an agent is shown.
 */
export function directoryReads(
  { searches, facets, catalog, providers }: ReadsOptions,
  impressions: Impression[],
): DirectoryReads {
  /** The result of a read; undefined if the service does not exist. */
  async function found<Read>(read: Promise<Read>): Promise<Read | undefined> {
    try {
      return await read;
    } catch (error) {
      if (error instanceof HttpProblem && [404, 410].includes(error.status)) return undefined;
      throw error;
    }
  }
  return {
    searchIntent: (query) => parseAnswer(searches.intent(query), impressions),
    searchProviders: (query) => parseAnswer(searches.intent({ ...query, group: 'provider' }), impressions),
    findProvider: (domain) => found(parseAnswer(providers.one(domain))),
    searchKeywords: (query) => parseAnswer(searches.keyword(query), impressions),
    async findService(id) {
      const read = await found(
        Promise.all([parseAnswer(catalog.detail(id), impressions), parseAnswer(catalog.status(id))]),
      );
      return read && { service: read[0], status: read[1] };
    },
    findTrust: (id) => found(parseAnswer(catalog.trust(id))),
    findHistory: (id, window) => found(parseAnswer(catalog.checkHistory({ id, window }))),
    findSimilar: (id, limit) => found(parseAnswer(searches.similar({ id, limit }))),
    findChanges: (id) => found(parseAnswer(catalog.history(id))),
    listCategories: () => parseAnswer(catalog.categories()),
    countServices: (query) => parseAnswer(facets(query)),
  };
}
