import type { Bench, BenchCase } from '../benchCase.js';
import { listPath, listQueries } from '../catalog/listQueries.js';
import { keywordQueries } from '../catalog/textQueries.js';
import { startBaseline } from '../processes/startBaseline.js';
import { keywordPath } from './keyword.js';
import { besideBaseline, get } from './loadCase.js';

const baseline = 'postgresOnly.ts: one Postgres with indexes of an expert behind bare Fastify, JSON stored per row';

async function besidePostgres(bench: Bench, paths: readonly string[]) {
  const { read, databaseUrl } = await bench.directory();
  return besideBaseline(bench, paths.map(get), read.url, await startBaseline('postgresOnly.js', databaseUrl));
}

export const listPostgres: BenchCase = {
  name: 'list-postgres',
  title: 'mixed lists with exact totals, beside one Postgres',
  baseline,
  atLeast: 0.75,
  prepare: (bench) => besidePostgres(bench, listQueries(bench.catalog, 20_000).map(listPath)),
};

/** Reported, not bounded: Meilisearch also forgives typos and knows Japanese. */
export const keywordPostgres: BenchCase = {
  name: 'keyword-postgres',
  title: 'keyword search, beside the full-text search of one Postgres',
  baseline,
  atLeast: 0,
  prepare: (bench) => besidePostgres(bench, keywordQueries(bench.catalog, bench.language, 8_000).map(keywordPath)),
};
