import type { BenchCase } from '../benchCase.js';
import { intentQueries } from '../catalog/textQueries.js';
import { get, loadCase } from './loadCase.js';

const queryCount = 4_000;

export const intentPath = (text: string): string =>
  `/api/services/search/intent?q=${encodeURIComponent(text)}`;

export const intent: BenchCase = {
  name: 'intent',
  title: 'intent search, every query different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): one plain search of two words each',
  atLeast: 0.35,
  async prepare(bench) {
    const { read, engine } = await bench.directory();
    const access = await engine();
    const queries = intentQueries(bench.catalog, bench.language, queryCount);
    return loadCase(
      bench,
      { origin: read.url, requests: queries.map(({ intent: text }) => get(intentPath(text))) },
      { origin: access.origin, requests: queries.map(({ words }) => access.search(words)) },
    );
  },
};
