import type { BenchCase } from '../benchCase.js';
import { intentQueries, keywordQueries, longQueries } from '../catalog/textQueries.js';
import { besideEngine, get, loadCase } from './loadCase.js';

export const keywordPath = (text: string): string => `/api/catalog/search?q=${encodeURIComponent(text)}`;

export const keyword: BenchCase = {
  name: 'keyword',
  title: 'keyword search, every query different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): the same searches straight against the engine',
  atLeast: 0.8,
  prepare: (bench) =>
    besideEngine(
      bench,
      keywordQueries(bench.catalog, bench.language, 8_000),
      (q) => get(keywordPath(q)),
      (access, q) => access.search(q),
    ),
};

export const intentPath = (text: string): string => `/api/services/search/intent?q=${encodeURIComponent(text)}`;

export const intent: BenchCase = {
  name: 'intent',
  title: 'intent search, every query different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): one plain search of two words each',
  atLeast: 0.35,
  prepare: (bench) =>
    besideEngine(
      bench,
      intentQueries(bench.catalog, bench.language, 4_000),
      ({ intent: text }) => get(intentPath(text)),
      (access, { words }) => access.search(words),
    ),
};

const usualLength = 50;
const longestLength = 500;

/** The longest query may cost at most five times as much as a typical one. */
const longQueryCase = (name: string, kind: string, path: (text: string) => string): BenchCase => ({
  name,
  title: `${kind} of ${longestLength} characters`,
  baseline: `itself: ${kind} of ${usualLength} characters`,
  atLeast: 0.2,
  async prepare(bench) {
    const { read } = await bench.directory();
    const side = (length: number) => ({
      origin: read.url,
      requests: longQueries(bench.catalog, length, 2_000).map((text) => get(path(text))),
    });
    return loadCase(bench, side(longestLength), side(usualLength));
  },
});

export const longIntent = longQueryCase('long-intent', 'intents', intentPath);
export const longKeyword = longQueryCase('long-keyword', 'keyword queries', keywordPath);
