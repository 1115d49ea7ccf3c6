import type { BenchCase } from '../benchCase.js';
import { listPath, listQueries } from '../catalog/listQueries.js';
import { get, loadCase } from './loadCase.js';

const queryCount = 20_000;

export const listDistinct: BenchCase = {
  name: 'list-distinct',
  title: 'list, every URL different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): the same fetches straight against the engine',
  atLeast: 0.75,
  async prepare(bench) {
    const { read, engine } = await bench.directory();
    const access = await engine();
    const queries = listQueries(bench.catalog, queryCount);
    return loadCase(
      bench,
      { origin: read.url, requests: queries.map((query) => get(listPath(query))) },
      { origin: access.origin, requests: queries.map(access.list) },
    );
  },
};
