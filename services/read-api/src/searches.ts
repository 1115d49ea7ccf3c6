import { searchCatalog, searchIntent } from '@shirube/contracts';
import { type Language, splitWords } from '@shirube/language';
import { findIntent, type SearchReader } from '@shirube/search';
import type { App } from '@shirube/service-kit';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache } from './answers/answerCache.js';
import { jsonArray, withMember } from './answers/json.js';
import { sendAnswer } from './answers/sendAnswer.js';
import { searchFilter } from './searchFilter.js';

interface SearchesOptions {
  search: SearchReader;
  language: Language;
  keywords: AnswerCache;
  intents: AnswerCache;
}

/** GET /api/catalog/search and GET /api/services/search/intent. */
export function serveSearches(app: App, { search, language, keywords, intents }: SearchesOptions): void {
  app.route({
    method: searchCatalog.method,
    url: searchCatalog.url,
    schema: { querystring: searchCatalog.schema.querystring },
    handler: (request, reply) => {
      const { q, limit = 20, offset = 0 } = request.query;
      const make = async () => {
        const { total, hits } = await search.search({ text: q, filter: {}, offset, limit });
        const services = hits.map(({ service, score }) =>
          withMember(service, 'relevance', JSON.stringify({ score })),
        );
        const result = JSON.stringify({ query: q, tokens: splitWords(q), total });
        return createAnswer(withMember(result, 'services', jsonArray(services)));
      };
      const answer = keywords.get('keyword', { q, limit, offset }, make);
      return sendAnswer(request, reply, answer);
    },
  });

  app.route({
    method: searchIntent.method,
    url: searchIntent.url,
    schema: { querystring: searchIntent.schema.querystring },
    handler: (request, reply) => {
      const { q, limit = 20, offset = 0, ignore, ...filters } = request.query;
      const filter = searchFilter(filters);
      const make = async () => {
        const found = await findIntent(search, language, { text: q, filter, offset, limit, ignore });
        const services = found.services.map(({ service, relevance }) =>
          withMember(service, 'relevance', JSON.stringify(relevance)),
        );
        return createAnswer(withMember(JSON.stringify(found.result), 'services', jsonArray(services)));
      };
      const answer = intents.get('intent', { q, limit, offset, filter, ignore }, make);
      return sendAnswer(request, reply, answer);
    },
  });
}
