import type { Language } from '@shirube/language';
import { intentSearch, type SearchReader } from '@shirube/search';
import { gradeOf, type Query } from './queries.js';

/** The answer of a search to a query, best first. */
export interface Answer {
  query: Query;
  tokens: string[];
  names: string[];
  ids: string[];
  /** How well each service answers the query. */
  grades: number[];
  /** The probability that the first service is a good answer. 0 if nothing was found. */
  probability: number;
  confidence: 'high' | 'low';
  milliseconds: number;
}

const depth = 10;
const warmUps = 20;

/** Runs every query in sequence, after a few unmeasured ones. */
export async function runQueries(
  reader: SearchReader,
  language: Language,
  queries: readonly Query[],
): Promise<Answer[]> {
  const ask = (text: string) => intentSearch(reader, language, { text, filter: {}, limit: depth });
  for (const { q } of queries.slice(0, warmUps)) await ask(q);
  const answers: Answer[] = [];
  for (const query of queries) {
    const started = performance.now();
    const { tokens, services, confidence, probability } = await ask(query.q);
    const milliseconds = performance.now() - started;
    answers.push({
      query,
      tokens,
      names: services.map(({ name }) => name),
      ids: services.map(({ id }) => id),
      grades: services.map((service) => gradeOf(query, service)),
      probability,
      confidence,
      milliseconds,
    });
  }
  return answers;
}
