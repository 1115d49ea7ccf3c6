import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPart, emptyRedis, type Part, type RunningMeilisearch, startMeilisearch } from '@shirube/dev/processes';
import { startGateway } from '@shirube/dev/stack';
import { startLocalPostgres } from '@shirube/local-postgres';
import pg from 'pg';
import type { DirectoryParts } from './directory.js';
import { serveStaticFiles } from './staticFiles.js';

/** Creates databases, Redis and Meilisearch instances that belong to the bench. */
export interface Parts {
  /** A new, empty database, and a new Redis database unless the embedded default is measured. */
  createStores(): Promise<DirectoryParts>;
  /** A new, empty Meilisearch; undefined if the embedded default is measured. */
  createMeilisearch(): Promise<RunningMeilisearch | undefined>;
  /** Starts our gateway in front of the service at `url`, without an effective rate limit. The caller must stop it. */
  startGateway(url: string): Promise<Part>;
  /** Starts an nginx that serves these responses from files, by path and query. The caller must stop it. */
  startStaticFiles(files: ReadonlyMap<string, Buffer>): Promise<Part>;
  close(): Promise<void>;
}

/** Starts the parts that all cases share. */
export async function startParts({ embedded }: { embedded: boolean }): Promise<Parts> {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-bench-'));
  const postgres = await startLocalPostgres({ dataDir: directory });
  const redis = embedded ? undefined : createPart(await emptyRedis(directory), { directory });
  await redis?.start();
  const meilisearches = new Set<RunningMeilisearch>();
  let databases = 0;

  return {
    async createStores() {
      const number = databases;
      databases += 1;
      const name = `bench_${number}`;
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      const databaseUrl = postgres.url.replace(/\/postgres$/, `/${name}`);
      return { directory, databaseUrl, redisUrl: redis && `${redis.url}/${number}` };
    },
    async createMeilisearch() {
      if (embedded) return undefined;
      const part = await startMeilisearch();
      meilisearches.add(part);
      return {
        ...part,
        async stop() {
          meilisearches.delete(part);
          await part.stop();
        },
      };
    },
    async startGateway(url) {
      const data = await mkdtemp(join(directory, 'gateway-'));
      // When root starts nginx, its workers run as another user, who needs access to the directory.
      for (const path of [directory, data]) await chmod(path, 0o755);
      // Requests are counted as in production, but the limit is never reached.
      return startGateway(data, {
        readApis: [url],
        writeApis: [url],
        env: { RATE_LIMIT_PER_ADDRESS: '1000000000' },
      });
    },
    async startStaticFiles(files) {
      await chmod(directory, 0o755);
      return serveStaticFiles(await mkdtemp(join(directory, 'static-')), files);
    },
    async close() {
      await Promise.all([...meilisearches].map((part) => part.stop()));
      await Promise.all([redis?.stop(), postgres.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
