import type { BenchCase } from '../benchCase.js';
import { intentQueries } from '../catalog/textQueries.js';
import { besideEngine, get } from './loadCase.js';

const queryCount = 4_000;

export const intentPath = (text: string): string => `/api/services/search/intent?q=${encodeURIComponent(text)}`;

export const intent: BenchCase = {
  name: 'intent',
  title: 'intent search, every query different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): one plain search of two words each',
  atLeast: 0.35,
  prepare: (bench) =>
    besideEngine(
      bench,
      intentQueries(bench.catalog, bench.language, queryCount),
      ({ intent: text }) => get(intentPath(text)),
      (access, { words }) => access.search(words),
    ),
};
