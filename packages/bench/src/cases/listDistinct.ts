import type { BenchCase } from '../benchCase.js';
import { listPath, listQueries } from '../catalog/listQueries.js';
import { besideEngine, get } from './loadCase.js';

const queryCount = 20_000;

export const listDistinct: BenchCase = {
  name: 'list-distinct',
  title: 'list, every URL different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): the same fetches straight against the engine',
  atLeast: 0.75,
  prepare: (bench) =>
    besideEngine(
      bench,
      listQueries(bench.catalog, queryCount),
      (query) => get(listPath(query)),
      (access, query) => access.list(query),
    ),
};
