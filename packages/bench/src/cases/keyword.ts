import type { BenchCase } from '../benchCase.js';
import { keywordQueries } from '../catalog/textQueries.js';
import { besideEngine, get } from './loadCase.js';

const queryCount = 8_000;

export const keywordPath = (text: string): string => `/api/catalog/search?q=${encodeURIComponent(text)}`;

export const keyword: BenchCase = {
  name: 'keyword',
  title: 'keyword search, every query different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): the same searches straight against the engine',
  atLeast: 0.8,
  prepare: (bench) =>
    besideEngine(
      bench,
      keywordQueries(bench.catalog, bench.language, queryCount),
      (q) => get(keywordPath(q)),
      (access, q) => access.search(q),
    ),
};
