import { fileURLToPath } from 'node:url';
import { type Database, migrate, openDatabase } from '@shirube/catalog';
import { startDirectory, startProcess, testDatabaseUrl } from '@shirube/testing';
import type { Test } from 'tap';
import { startStack } from '../../dist/index.js';

/** A running directory whose processes can be made to crash, and another that follows it. */
export interface Subject {
  url: string;
  key: string;
  database: Database;
  /** Each kills a process as a crash would, and starts it again. */
  crashes: (() => Promise<void>)[];
  mirror: Database;
  /** Brings the mirror up to date; or is killed while it does. */
  runMirror(options: { isKilled: boolean }): Promise<void>;
}

const program = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url));

async function openCatalog(t: Test) {
  const databaseUrl = await testDatabaseUrl(t);
  const database = openDatabase(databaseUrl, { max: 8, onError: () => {} });
  t.teardown(() => database.end());
  await migrate(database);
  return { database, databaseUrl };
}

async function openMirror(t: Test, url: () => string): Promise<Pick<Subject, 'mirror' | 'runMirror'>> {
  const { database, databaseUrl } = await openCatalog(t);
  return {
    mirror: database,
    async runMirror({ isKilled }) {
      const { REDIS_URL: _redis, ...env } = process.env;
      const mirror = await startProcess(t, process.execPath, [program, 'mirror', url(), '--json'], {
        env: { ...env, DATABASE_URL: databaseUrl, REDIS_URL: undefined },
      });
      if (isKilled) mirror.kill('SIGKILL');
      const { code } = await mirror.exited;
      if (!isKilled && code !== 0) throw new Error(`the mirror ended with ${code}: ${mirror.output()}`);
    },
  };
}

/** Everything in one process, with the search engine in it. */
export async function embeddedSubject(t: Test): Promise<Subject> {
  const { database, databaseUrl } = await openCatalog(t);
  let directory = await startDirectory(t, { DATABASE_URL: databaseUrl });
  const { url, apiKey } = directory;
  const crash = async () => {
    directory.kill('SIGKILL');
    await directory.exited;
    directory = await startDirectory(t, { DATABASE_URL: databaseUrl, PORT: new URL(url).port });
  };
  return { url, key: apiKey, database, crashes: [crash], ...(await openMirror(t, () => url)) };
}

/** The full topology: every part is a process. */
export async function stackSubject(t: Test): Promise<Subject> {
  const { database, databaseUrl } = await openCatalog(t);
  const stack = await startStack({ databaseUrl, env: { MONITOR: 'off' } });
  t.teardown(() => stack.close());
  const { url, key, writeApi, readApis, indexers, redis, meilisearch, gateway } = stack;
  const crashes = [writeApi, ...readApis, ...indexers, redis, meilisearch, gateway].map(
    (part) => async () => {
      await part.kill();
      await part.start();
    },
  );
  return { url, key, database, crashes, ...(await openMirror(t, () => url)) };
}
