import type { BenchCase } from '../benchCase.js';
import { longQueries } from '../catalog/textQueries.js';
import { intentPath } from './intent.js';
import { keywordPath } from './keyword.js';
import { get, loadCase } from './loadCase.js';

const queryCount = 2_000;
const usualLength = 50;
const longestLength = 500;

/** The longest query may cost five times what a usual one does, and no more. */
const longQueryCase = (name: string, kind: string, path: (text: string) => string): BenchCase => ({
  name,
  title: `${kind} of ${longestLength} characters`,
  baseline: `itself: ${kind} of ${usualLength} characters`,
  atLeast: 0.2,
  async prepare(bench) {
    const { read } = await bench.directory();
    const side = (length: number) => ({
      origin: read.url,
      requests: longQueries(bench.catalog, length, queryCount).map((text) => get(path(text))),
    });
    return loadCase(bench, side(longestLength), side(usualLength));
  },
});

export const longIntent = longQueryCase('long-intent', 'intents', intentPath);
export const longKeyword = longQueryCase('long-keyword', 'keyword queries', keywordPath);
