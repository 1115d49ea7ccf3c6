import { readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '@shirube/catalog';
import {
  freePort,
  isRunning,
  patientSearches,
  patientUrl,
  postgresOf,
  startDirectory,
  temporaryDirectory,
  until,
} from '@shirube/testing';
import type { Test } from 'tap';
import { type StackOptions, startStack } from '../../../dist/stack/index.js';
import { startSellers } from './sellers.js';

/** A running directory whose processes can be made to crash. */
export interface Subject {
  url: string;
  key: string;
  /** The current database of the directory. */
  database(): Database;
  /** Endpoints for the monitor to check, working and failing ones. */
  endpoints: readonly string[];
  /** Each function kills a process, like a crash, and resolves once it runs again. */
  crashes: (() => Promise<void>)[];
}

/** New services are checked at once, even during a crash. Failing ones are checked again every few seconds. */
export const monitoring = {
  MONITOR: 'on',
  MONITOR_INTERVAL_SECONDS: '300',
  MONITOR_HOST_GAP_SECONDS: '0',
  MONITOR_ALLOW_PRIVATE: 'true',
};

const open = (url: string) => openDatabase(patientUrl(url), { max: 8, onError: () => {} });

/** Kills the Postgres of a data directory, and waits until its supervisor has restarted it at the same address. */
async function killPostgres(dataDir: string, url: string): Promise<void> {
  const { pid } = await postgresOf(dataDir);
  process.kill(pid, 'SIGKILL');
  await until(async () => !(await isRunning(pid)), { message: 'Postgres cannot be killed' });
  // Child processes of the dead one may respond a little longer, but new connections do not reach them.
  const visitor = open(url);
  try {
    await until(() => visitor.query('select'), {
      message: 'Postgres is not started again',
    });
  } finally {
    await visitor.end();
  }
}

/** Everything in one process, with the embedded search engine and its own Postgres. */
export async function embeddedSubject(t: Test): Promise<Subject> {
  const dataDir = await temporaryDirectory(t);
  const settings = { ...monitoring, DATA_DIR: dataDir, DATABASE_URL: undefined, PORT: String(await freePort()) };
  let directory = await startDirectory(t, settings);
  const { url, apiKey } = directory;
  const password = (await readFile(`${dataDir}/postgres/password`, 'utf8')).trim();
  const address = async () => `postgres://postgres:${password}@127.0.0.1:${(await postgresOf(dataDir)).port}/postgres`;
  let database = open(await address());
  t.teardown(() => database.end());
  async function crash(): Promise<void> {
    directory.kill('SIGKILL');
    await directory.exited;
    directory = await startDirectory(t, settings);
    // The restarted directory has a new Postgres process on another port.
    const before = database;
    t.teardown(() => before.end());
    database = open(await address());
  }
  return {
    url,
    key: apiKey,
    database: () => database,
    endpoints: await startSellers(t),
    crashes: [crash, async () => killPostgres(dataDir, await address())],
  };
}

/** The full topology: every part is a process. */
export async function stackSubject(t: Test, options: StackOptions = { env: patientSearches }, start = startStack) {
  const stack = await start({ ...options, env: { ...monitoring, ...options.env } });
  t.teardown(() => stack.close());
  const { url, key, writeApi, readApis, indexers, redis, meilisearch, gateway, monitor } = stack;
  const database = open(stack.databaseUrl);
  t.teardown(() => database.end());
  const parts = [writeApi, ...readApis, ...indexers, redis, meilisearch, gateway, monitor];
  const crashes = parts.map((part) => async () => {
    await part.kill();
    await part.start();
  });
  const subject: Subject = {
    url,
    key,
    database: () => database,
    endpoints: await startSellers(t),
    crashes: [...crashes, () => killPostgres(stack.directory, stack.databaseUrl)],
  };
  return { ...subject, stack };
}
