import type { Bench, BenchCase } from '../benchCase.js';
import { listPath, listQueries } from '../catalog/listQueries.js';
import { keywordQueries } from '../catalog/textQueries.js';
import { startBaseline } from '../processes/startBaseline.js';
import { besideBaseline, besideEngine, get, loadCase } from './loadCase.js';
import { keywordPath } from './searches.js';

/** Follows the `next` links through the whole list and returns them. */
async function nextLinks(origin: string, first: string): Promise<string[]> {
  const links: string[] = [];
  for (let path: string | undefined = first; path; ) {
    const response: Response = await fetch(origin + path);
    await response.arrayBuffer();
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    if (path) links.push(path);
  }
  return links;
}

/** Adds a limit that every price satisfies, so that all requests differ and no response comes from a cache. */
const distinct = (path: string, number: number): string => `${path}&maxPricePerRequest=${1_000 + number}`;

export const listDeep: BenchCase = {
  name: 'list-deep',
  title: 'list by name, following next to the end',
  baseline: 'the first page of the same list, at the directory itself',
  // Every page takes at most 1.5 times as long as the first.
  atLeast: 0.67,
  async prepare(bench) {
    const { read } = await bench.directory();
    const first = '/api/services?sortBy=name&limit=20';
    const links = await nextLinks(read.url, first);
    // The deeper half of the pages, each several times.
    const deep = links.slice(links.length >> 1);
    const requests = Array.from({ length: 20_000 }, (_, n) => get(distinct(deep[n % deep.length] ?? first, n)));
    return loadCase(
      bench,
      { origin: read.url, requests },
      { origin: read.url, requests: requests.map((_, n) => get(distinct(first, n + requests.length))) },
    );
  },
};

export const listDistinct: BenchCase = {
  name: 'list-distinct',
  title: 'list, every URL different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): the same fetches straight against the engine',
  atLeast: 0.75,
  prepare: (bench) =>
    besideEngine(
      bench,
      listQueries(bench.catalog, 20_000),
      (query) => get(listPath(query)),
      (access, query) => access.list(query),
    ),
};

/** About as far into the groups as the query is into the services: each host has four of them. */
const groupOffset = (offset: number): number => 20 * Math.floor(offset / 80);

export const listGrouped: BenchCase = {
  name: 'list-grouped',
  title: 'list grouped by provider, every URL different',
  baseline: 'meilisearchEngine.ts (embeddedEngine.ts): the plain list straight against the engine',
  atLeast: 0.5,
  prepare: (bench) =>
    besideEngine(
      bench,
      listQueries(bench.catalog, 20_000),
      (query) => get(`${listPath({ ...query, offset: groupOffset(query.offset) })}&group=provider`),
      (access, query) => access.list(query),
    ),
};

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

/** Reported without a limit: Meilisearch also tolerates typos and supports Japanese. */
export const keywordPostgres: BenchCase = {
  name: 'keyword-postgres',
  title: 'keyword search, beside the full-text search of one Postgres',
  baseline,
  atLeast: 0,
  prepare: (bench) => besidePostgres(bench, keywordQueries(bench.catalog, bench.language, 8_000).map(keywordPath)),
};
