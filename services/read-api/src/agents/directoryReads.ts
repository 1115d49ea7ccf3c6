import { type Database, findService, findStatus, listCategories } from '@shirube/catalog';
import { type Language, splitWords } from '@shirube/language';
import type { DirectoryReads } from '@shirube/mcp';
import { intentSearch, parseService, type SearchReader } from '@shirube/search';
import { createAnswer } from '../answers/answer.js';
import type { AnswerCache } from '../answers/answerCache.js';
import { searchFilter } from '../searchFilter.js';

export interface ReadsOptions {
  database: Database;
  search: SearchReader;
  language: Language;
  keywords: AnswerCache;
  intents: AnswerCache;
  stored: AnswerCache;
}

/** What the tools of agents read. It goes through the caches, so that it is bounded as every other read is. */
export function directoryReads({
  database,
  search,
  language,
  keywords,
  intents,
  stored,
}: ReadsOptions): DirectoryReads {
  async function cached<T>(
    cache: AnswerCache,
    kind: string,
    parameters: object,
    make: () => Promise<T>,
  ): Promise<T> {
    const answer = await cache.get(`tool ${kind}`, parameters, async () =>
      createAnswer(JSON.stringify(await make())),
    );
    return JSON.parse(answer.body.toString());
  }

  return {
    async searchIntent({ q, limit = 20, offset = 0, ignore, ...filters }) {
      const filter = searchFilter(filters);
      return cached(intents, 'intent', { q, limit, offset, filter, ignore }, () =>
        intentSearch(search, language, { text: q, filter, offset, limit, ignore }),
      );
    },
    searchKeywords: ({ q, limit = 20, offset = 0 }) =>
      cached(keywords, 'keyword', { q, limit, offset }, async () => {
        const { total, hits } = await search.search({ text: q, filter: {}, offset, limit });
        const services = hits.map(({ service, score }) => ({
          ...parseService(service),
          relevance: { score },
        }));
        return { query: q, tokens: splitWords(q), total, services };
      }),
    async findService(id) {
      const [service, status] = await Promise.all([findService(database, id), findStatus(database, id)]);
      return service && status ? { service, status } : undefined;
    },
    listCategories: () => cached(stored, 'categories', {}, () => listCategories(database)),
  };
}
