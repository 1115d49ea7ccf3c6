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
  return {
    searchIntent: (query) => parsed(searches.intent(query)),
    searchKeywords: (query) => parsed(searches.keyword(query)),
    async findService(id) {
      try {
        const reads = [parsed(catalog.detail(id)), parsed(catalog.status(id))];
        const [service, status] = await Promise.all(reads);
        return { service, status };
      } catch (error) {
        if (error instanceof HttpProblem && [404, 410].includes(error.status)) return undefined;
        throw error;
      }
    },
    listCategories: () => parsed(catalog.categories()),
    countServices: (query) => parsed(facets(query)),
  };
}
