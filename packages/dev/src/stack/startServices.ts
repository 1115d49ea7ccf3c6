import { randomBytes } from 'node:crypto';
import { freePort } from '@shirube/local-postgres';
import type { Part } from '../processes/index.js';
import { type ServiceName, serviceProgram } from './programs/service.js';
import type { PartFactory, Stores } from './startStores.js';

/** Our own services. */
export interface Services {
  /** An admin key of the write API. */
  key: string;
  /** The first of the write APIs. */
  writeApi: Part;
  writeApis: Part[];
  readApis: Part[];
  /** The indexers of all search nodes, those of main first. */
  indexers: Part[];
  monitor: Part;
}

interface ServicesOptions {
  stores: Stores;
  writeApis: number;
  readApis: number;
  /** For each search node. */
  indexers: number;
  env: Record<string, string>;
}

/** Starts the services, each with the settings it needs, as the compose file does, and waits until all are ready. */
export async function startServices(
  { part, started }: PartFactory,
  { stores, writeApis: writeApiCount, readApis: readApiCount, indexers: indexerCount, env }: ServicesOptions,
): Promise<Services> {
  const { postgres, readerUrl, redis, searchNodes, meilisearchKeys } = stores;
  const key = randomBytes(24).toString('hex');
  const common = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    ...env,
  };
  const service = async (kind: ServiceName, name: string, own: Record<string, string>) =>
    part(serviceProgram(kind, { name, port: await freePort(), env: { ...common, ...own } }));
  const createServices = async (kind: ServiceName, name: string, count: number, own: Record<string, string>) => {
    const services: Part[] = [];
    for (let number = 1; number <= count; number++) services.push(await service(kind, `${name}-${number}`, own));
    return services;
  };

  const writeApi = await service('write-api', 'write-api', { BOOTSTRAP_API_KEY: key });
  const others = await createServices('write-api', 'write-api-other', writeApiCount - 1, { BOOTSTRAP_API_KEY: key });
  const writeApis = [writeApi, ...others];
  const readApis = await createServices('read-api', 'read-api', readApiCount, {
    DATABASE_URL: readerUrl,
    MEILI_URL: searchNodes.map(({ meilisearch }) => meilisearch.url).join(),
    MEILI_API_KEY: meilisearchKeys.reader,
  });
  const indexers: Part[] = [];
  for (const [at, { name, meilisearch }] of searchNodes.entries()) {
    const own = { SEARCH_NODE: name, MEILI_URL: meilisearch.url, MEILI_API_KEY: meilisearchKeys.indexer };
    indexers.push(...(await createServices('indexer', at === 0 ? 'indexer' : `indexer-${name}`, indexerCount, own)));
  }
  const monitor = await service('monitor', 'monitor', {});
  await Promise.all([...writeApis, ...readApis, ...indexers, monitor].map((one) => started(one.name, one.start())));
  return { key, writeApi, writeApis, readApis, indexers, monitor };
}
