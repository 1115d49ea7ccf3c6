import type { Language } from '@shirube/language';
import { intentSearch, type SearchReader } from '@shirube/search';
import { gradeOf, type Query } from './queries.js';

/** What a search answered to a query, best first. */
export interface Answer {
  query: Query;
  tokens: string[];
  names: string[];
  ids: string[];
  /** How well each answers the query. */
  grades: number[];
  /** The score of the first, 0 where nothing was found. */
  score: number;
  confidence: 'high' | 'low';
  milliseconds: number;
}

const depth = 10;
const warmUps = 20;

/** Asks every query, one after the other, after a few unmeasured ones. */
export async function askQueries(
  reader: SearchReader,
  language: Language,
  queries: readonly Query[],
): Promise<Answer[]> {
  const ask = (text: string) => intentSearch(reader, language, { text, filter: {}, limit: depth });
  for (const { q } of queries.slice(0, warmUps)) await ask(q);
  const answers: Answer[] = [];
  for (const query of queries) {
    const started = performance.now();
    const { tokens, services, confidence } = await ask(query.q);
    const milliseconds = performance.now() - started;
    answers.push({
      query,
      tokens,
      names: services.map(({ name }) => name),
      ids: services.map(({ id }) => id),
      grades: services.map((service) => gradeOf(query, service)),
      score: services[0]?.relevance.score ?? 0,
      confidence,
      milliseconds,
    });
  }
  return answers;
}
