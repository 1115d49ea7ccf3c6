import { type IntentSearchQuery, type KeywordSearchQuery, routes, type SimilarQuery } from '@shirube/contracts';
import { type Language, readFirstSentences, splitWords } from '@shirube/language';
import { findIntent, findSimilar, keywordSearch, type Money, type SearchReader, searchFilter } from '@shirube/search';
import type { App } from '@shirube/service-kit';
import { createAnswer, withImpressions } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';
import { serveAnswers } from './answers/serveAnswers.js';
import type { CatalogReads } from './catalogReads.js';
import { keywordContent, resultsOf } from './insights/impression.js';
import { jsonArray, toGroups, withMember } from './listServices.js';
import { pagingLinks } from './pagingLinks.js';

interface SearchesOptions {
  search: SearchReader;
  language: Language;
  money: Money;
  keywords: AnswerCache;
  intents: AnswerCache;
  catalog: CatalogReads;
}

/** Keyword search, intent search, and similar services. */
export interface Searches {
  keyword: ReadAnswer<KeywordSearchQuery>;
  intent: ReadAnswer<IntentSearchQuery>;
  similar: ReadAnswer<SimilarQuery & { id: string }>;
}

export function createSearches({ search, language, money, keywords, intents, catalog }: SearchesOptions): Searches {
  readFirstSentences(language);
  return {
    keyword({ q, group, limit = 20, offset = 0, ...filters }) {
      const filter = searchFilter(filters);
      return keywords.get('keyword', { q, filter, group, limit, offset }, async () => {
        const byProvider = group !== undefined;
        const { total, hits } = await keywordSearch(search, language, { text: q, filter, byProvider, offset, limit });
        const services = hits.map(({ service, score }) => withMember(service, 'relevance', JSON.stringify({ score })));
        const result = JSON.stringify({ query: q, tokens: splitWords(q), total });
        const entries = byProvider ? await toGroups(search, filter, services) : services;
        const answer = createAnswer(withMember(result, 'services', jsonArray(entries)));
        return withImpressions(answer, resultsOf(hits, { text: q, words: () => keywordContent(language, q), offset }));
      });
    },
    intent(query) {
      const { q, limit = 20, offset = 0, ignore, group, displayCurrency, ...filters } = query;
      const filter = searchFilter(filters);
      return intents.get('intent', query, async () => {
        const byProvider = group !== undefined;
        const request = { text: q, filter, byProvider, offset, limit, ignore, displayCurrency, money };
        const found = await findIntent(search, language, request);
        const services = found.services.map(({ service, ...members }) =>
          Object.entries(members).reduce(
            (json, [name, value]) => withMember(json, name, JSON.stringify(value)),
            service,
          ),
        );
        const { task, result, total, ofProviders } = found;
        const counted = ofProviders ? { ...found.filter, ids: ofProviders } : found.filter;
        const entries = byProvider ? await toGroups(search, counted, services) : services;
        const page = { path: routes.searchIntent.url, query, offset, limit, total, next: `offset=${offset + limit}` };
        const answer = createAnswer(withMember(JSON.stringify(result), 'services', jsonArray(entries)), {
          'x-total-count': String(total),
          ...pagingLinks(page),
        });
        return withImpressions(
          answer,
          resultsOf(found.services, { text: q, words: () => result.tokens, offset, task }),
        );
      });
    },
    async similar({ id, limit = 5 }) {
      const { body } = await catalog.detail(id);
      return intents.get('similar', { id, limit }, async () =>
        createAnswer(jsonArray(await findSimilar(search, language, JSON.parse(body.toString()), limit))),
      );
    },
  };
}

/** Serves the routes of these searches. */
export function serveSearches(app: App, searches: Searches): void {
  serveAnswers(app, routes.searchCatalog, searches.keyword);
  serveAnswers(app, routes.searchIntent, searches.intent);
  serveAnswers(app, routes.listSimilar, (query, { id }) => searches.similar({ id, ...query }));
}
