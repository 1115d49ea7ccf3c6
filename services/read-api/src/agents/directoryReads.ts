import type { ListQuery } from '@shirube/contracts';
import type { DirectoryReads } from '@shirube/mcp';
import { HttpProblem } from '@shirube/service-kit';
import type { Answer } from '../answers/answer.js';
import type { ReadAnswer } from '../answers/answerCache.js';
import type { CatalogReads } from '../catalogReads.js';
import type { Searches } from '../searches.js';

export interface ReadsOptions {
  searches: Searches;
  facets: ReadAnswer<ListQuery>;
  catalog: CatalogReads;
}

/** What the tools of agents read: the answers that everybody gets, so that it is bounded as every other read is. */
export function directoryReads({ searches, facets, catalog }: ReadsOptions): DirectoryReads {
  const parsed = async (answer: Answer | Promise<Answer>) => JSON.parse((await answer).body.toString());
  /** What is read of a service; undefined where there is none. */
  async function found<Read>(read: Promise<Read>): Promise<Read | undefined> {
    try {
      return await read;
    } catch (error) {
      if (error instanceof HttpProblem && [404, 410].includes(error.status)) return undefined;
      throw error;
    }
  }
  return {
    searchIntent: (query) => parsed(searches.intent(query)),
    searchKeywords: (query) => parsed(searches.keyword(query)),
    async findService(id) {
      const read = await found(Promise.all([parsed(catalog.detail(id)), parsed(catalog.status(id))]));
      return read && { service: read[0], status: read[1] };
    },
    findTrust: (id) => found(parsed(catalog.trust(id))),
    findHistory: (id, window) => found(parsed(catalog.checkHistory({ id, window }))),
    listCategories: () => parsed(catalog.categories()),
    countServices: (query) => parsed(facets(query)),
  };
}
