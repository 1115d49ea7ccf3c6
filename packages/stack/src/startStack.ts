import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@shirube/local-postgres';
import { createMeilisearchKeys, type MeilisearchKeys } from '@shirube/search';
import { createPart, type Part, type Program } from './part.js';
import { type PostgresPart, startPostgres } from './postgresPart.js';
import { gatewayProgram } from './programs/gateway.js';
import { meilisearchData, meilisearchProgram } from './programs/meilisearch.js';
import { redisProgram } from './programs/redis.js';
import { serviceProgram } from './programs/service.js';
import { programs, requireProgram } from './requirePrograms.js';

export interface StackOptions {
  /** How many read APIs and indexers to run, 1 of each unless told. */
  readApis?: number;
  indexers?: number;
  /** The port of the gateway; a free one unless told. */
  port?: number;
  /** Where everything keeps its data; unless told in a temporary directory, which goes with the stack. */
  directory?: string;
  /** A Postgres to use instead of one of the stack's own. */
  databaseUrl?: string;
  /** Further variables for all three services. */
  env?: Record<string, string>;
  /** Told of each part once it runs. */
  onStarted?: (name: string) => void;
  /** Told how a part ended when nobody asked it to. It stays down, unless the part is started here. */
  onUnexpectedEnd?: (part: Part, how: string) => void;
}

/** The full topology, running on the loopback interface. */
export interface Stack {
  /** The address of the gateway. */
  url: string;
  /** An admin key of the write API. */
  key: string;
  directory: string;
  databaseUrl: string;
  meilisearchKeys: MeilisearchKeys;
  meilisearchMasterKey: string;
  postgres: PostgresPart;
  redis: Part;
  meilisearch: Part;
  writeApi: Part;
  readApis: Part[];
  indexers: Part[];
  gateway: Part;
  /** Makes the keys of reader and indexer once more, as is needed after Meilisearch has lost its data. */
  createKeys(): Promise<void>;
  /** Removes the data of Meilisearch, which must not run. */
  loseMeilisearchData(): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
}

const secret = () => randomBytes(24).toString('hex');

async function openDirectory(given: string | undefined) {
  if (given) {
    await mkdir(given, { recursive: true });
    return { directory: resolve(given), remove: async () => {} };
  }
  const directory = await mkdtemp(join(tmpdir(), 'shirube-stack-'));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(directory, 0o755);
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/**
 * Starts Postgres, Redis, Meilisearch, the services and the gateway as separate processes, and resolves once the
 * directory can be used through the gateway. Everything ends with `close`, and with this process however it ends.
 */
export async function startStack({
  readApis: readApiCount = 1,
  indexers: indexerCount = 1,
  port,
  directory: givenDirectory,
  databaseUrl,
  env = {},
  onStarted = () => {},
  onUnexpectedEnd = () => {},
}: StackOptions = {}): Promise<Stack> {
  for (const program of programs) await requireProgram(program);
  const { directory, remove } = await openDirectory(givenDirectory);
  const parts: Part[] = [];
  const [redisPassword, meilisearchMasterKey, key] = [secret(), secret(), secret()];
  let postgres: PostgresPart | undefined;

  function part(program: Program): Part {
    const made = createPart(program, { directory, onUnexpectedEnd });
    parts.push(made);
    return made;
  }

  async function started(name: string, starting: Promise<unknown>): Promise<void> {
    await starting;
    onStarted(name);
  }

  async function close(): Promise<void> {
    // What depends on others ends before them.
    for (const layer of [parts.slice(2), parts.slice(0, 2)]) {
      await Promise.all(layer.map((one) => one.stop()));
    }
    if (!databaseUrl) await postgres?.stop();
    await remove();
  }

  try {
    const redis = part(await redisProgram(directory, await freePort(), redisPassword));
    const meilisearch = part(await meilisearchProgram(directory, await freePort(), meilisearchMasterKey));
    const createKeys = () => createMeilisearchKeys({ url: meilisearch.url, masterKey: meilisearchMasterKey });
    let keys: MeilisearchKeys | undefined;
    await Promise.all([
      started(
        'postgres',
        startPostgres(directory, databaseUrl).then((running) => {
          postgres = running;
        }),
      ),
      started('redis', redis.start()),
      started(
        'meilisearch',
        meilisearch.start().then(async () => {
          keys = await createKeys();
        }),
      ),
    ]);
    if (!postgres || !keys) throw new Error('Postgres or Meilisearch did not start.');
    const common = { DATABASE_URL: postgres.url, LOG_LEVEL: 'info', TRUST_PROXY: 'loopback', ...env };
    const queue = { REDIS_URL: redis.url };
    const writeApi = part(
      serviceProgram('write-api', {
        name: 'write-api',
        port: await freePort(),
        env: { ...common, ...queue, BOOTSTRAP_API_KEY: key },
      }),
    );
    const readApis: Part[] = [];
    for (let number = 1; number <= readApiCount; number++) {
      const reader = { ...queue, MEILI_URL: meilisearch.url, MEILI_API_KEY: keys.reader };
      const options = {
        name: `read-api-${number}`,
        port: await freePort(),
        env: { ...common, ...reader },
      };
      readApis.push(part(serviceProgram('read-api', options)));
    }
    const indexers: Part[] = [];
    for (let number = 1; number <= indexerCount; number++) {
      const writer = { MEILI_URL: meilisearch.url, MEILI_API_KEY: keys.indexer };
      const options = {
        name: `indexer-${number}`,
        port: await freePort(),
        env: { ...common, ...queue, ...writer },
      };
      indexers.push(part(serviceProgram('indexer', options)));
    }
    await Promise.all(
      [writeApi, ...readApis, ...indexers].map((service) => started(service.name, service.start())),
    );
    const gateway = part(
      await gatewayProgram(directory, {
        port: port ?? (await freePort()),
        writeApis: [writeApi.url],
        readApis: readApis.map(({ url }) => url),
      }),
    );
    await started('gateway', gateway.start());
    return {
      url: gateway.url,
      key,
      directory,
      databaseUrl: postgres.url,
      meilisearchKeys: keys,
      meilisearchMasterKey,
      postgres,
      redis,
      meilisearch,
      writeApi,
      readApis,
      indexers,
      gateway,
      createKeys: async () => void (await createKeys()),
      loseMeilisearchData: () => rm(meilisearchData(directory), { recursive: true, force: true }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
