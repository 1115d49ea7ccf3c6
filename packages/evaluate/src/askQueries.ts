import type { Language } from '@shirube/language';
import { intentSearch, type SearchReader } from '@shirube/search';
import type { Query } from './queries.js';

/** What a search answered to a query, best first. */
export interface Answer {
  query: Query;
  tokens: string[];
  names: string[];
  ids: string[];
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
    const { tokens, services } = await ask(query.q);
    const milliseconds = performance.now() - started;
    const names = services.map(({ name }) => name);
    answers.push({ query, tokens, names, ids: services.map(({ id }) => id), milliseconds });
  }
  return answers;
}
