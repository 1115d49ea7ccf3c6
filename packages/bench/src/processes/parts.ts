import { randomBytes } from 'node:crypto';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort, startLocalPostgres } from '@shirube/local-postgres';
import pg from 'pg';
import { answersPing } from './answersPing.js';
import { answersAt, startProcess } from './startProcess.js';

/** A database, a Redis and a Meilisearch of the bench's own, each of which can be had several times. */
export interface Parts {
  /** A new, empty database. */
  createDatabase(): Promise<string>;
  /** A new Redis database; undefined without redis-server. */
  createRedis(): string | undefined;
  /** A new, empty Meilisearch; undefined without meilisearch. */
  createMeilisearch(): Promise<MeilisearchPart | undefined>;
  close(): Promise<void>;
}

export interface MeilisearchPart {
  url: string;
  apiKey: string;
  pid: number;
  stop(): Promise<void>;
}

export async function isOnPath(command: string): Promise<boolean> {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const found = directories.map((directory) => access(join(directory, command), constants.X_OK));
  return Promise.any(found).then(
    () => true,
    () => false,
  );
}

async function startMeilisearch(directory: string): Promise<MeilisearchPart> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const apiKey = randomBytes(24).toString('hex');
  const data = await mkdtemp(join(directory, 'meilisearch-'));
  const { pid, stop } = await startProcess(
    'meilisearch',
    ['--http-addr', url.slice('http://'.length), '--db-path', join(data, 'data.ms')],
    {
      cwd: data,
      env: {
        MEILI_MASTER_KEY: apiKey,
        MEILI_NO_ANALYTICS: 'true',
        // With the default every task costs a second on a machine with much memory.
        MEILI_MAX_INDEXING_MEMORY: '512MiB',
      },
      isReady: answersAt(`${url}/health`),
    },
  );
  return {
    url,
    apiKey,
    pid,
    async stop() {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function startRedis(directory: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const { stop } = await startProcess(
    'redis-server',
    ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory, '--save', '', '--databases', '64'],
    { isReady: () => answersPing(port) },
  );
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/** Starts what all cases share. */
export async function startParts({ embedded }: { embedded: boolean }): Promise<Parts> {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-bench-'));
  const postgres = await startLocalPostgres({ dataDir: directory });
  const redis = embedded ? undefined : await startRedis(directory);
  const meilisearches = new Set<MeilisearchPart>();
  let databases = 0;
  let redisDatabases = 0;

  return {
    async createDatabase() {
      const name = `bench_${databases}`;
      databases += 1;
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return postgres.url.replace(/\/postgres$/, `/${name}`);
    },
    createRedis() {
      if (!redis) return undefined;
      const url = `${redis.url}/${redisDatabases}`;
      redisDatabases += 1;
      return url;
    },
    async createMeilisearch() {
      if (embedded) return undefined;
      const part = await startMeilisearch(directory);
      meilisearches.add(part);
      return {
        ...part,
        async stop() {
          meilisearches.delete(part);
          await part.stop();
        },
      };
    },
    async close() {
      await Promise.all([...meilisearches].map((part) => part.stop()));
      await Promise.all([redis?.stop(), postgres.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
