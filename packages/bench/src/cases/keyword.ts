import type { BenchCase } from '../benchCase.js';
import { keywordQueries } from '../catalog/textQueries.js';
import { get, loadCase } from './loadCase.js';

const queryCount = 8_000;

export const keywordPath = (text: string): string => `/api/catalog/search?q=${encodeURIComponent(text)}`;

export const keyword: BenchCase = {
  name: 'keyword',
  title: 'keyword search, every query different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): the same searches straight against the engine',
  atLeast: 0.8,
  async prepare(bench) {
    const { read, engine } = await bench.directory();
    const access = await engine();
    const queries = keywordQueries(bench.catalog, bench.language, queryCount);
    return loadCase(
      bench,
      {
        origin: read.url,
        requests: queries.map((q) => get(keywordPath(q))),
      },
      { origin: access.origin, requests: queries.map(access.search) },
    );
  },
};
