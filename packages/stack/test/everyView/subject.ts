import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Database, migrate, openDatabase } from '@shirube/catalog';
import {
  isRunning,
  patientSearches,
  startDirectory,
  startProcess,
  temporaryDirectory,
  testDatabaseUrl,
  until,
} from '@shirube/testing';
import type { Test } from 'tap';
import { startStack } from '../../dist/index.js';
import { startSellers } from './sellers.js';

/** A running directory whose processes can be made to crash, and another that follows it. */
export interface Subject {
  url: string;
  key: string;
  /** Of the directory as it runs now. */
  database(): Database;
  /** Endpoints that the monitor asks, well and ill. */
  endpoints: readonly string[];
  /** Each kills a process as a crash would, and resolves once it runs again. */
  crashes: (() => Promise<void>)[];
  mirror: Database;
  /** Brings the mirror up to date; or is killed while it does. */
  runMirror(options: { isKilled: boolean }): Promise<void>;
}

const program = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url));
/** New services are asked at once, and so while something crashes; what fails is asked again every few seconds. */
const monitoring = {
  MONITOR: 'on',
  MONITOR_INTERVAL_SECONDS: '300',
  MONITOR_HOST_GAP_SECONDS: '0',
  MONITOR_ALLOW_PRIVATE: 'true',
};

const open = (url: string) => openDatabase(url, { max: 8, onError: () => {} });

async function openMirror(t: Test, url: string): Promise<Pick<Subject, 'mirror' | 'runMirror'>> {
  const databaseUrl = await testDatabaseUrl(t);
  const mirror = open(databaseUrl);
  t.teardown(() => mirror.end());
  await migrate(mirror);
  return {
    mirror,
    async runMirror({ isKilled }) {
      const { REDIS_URL: _redis, ...env } = process.env;
      const mirroring = await startProcess(t, process.execPath, [program, 'mirror', url, '--json'], {
        env: { ...env, DATABASE_URL: databaseUrl, REDIS_URL: undefined },
      });
      if (isKilled) mirroring.kill('SIGKILL');
      const { code } = await mirroring.exited;
      if (!isKilled && code !== 0) throw new Error(`the mirror ended with ${code}: ${mirroring.output()}`);
    },
  };
}

/** Process and port of the Postgres that runs on a data directory, as it notes them there. */
async function postmasterOf(dataDir: string) {
  const [pid, , , port] = (await readFile(`${dataDir}/postgres/data/postmaster.pid`, 'utf8')).split('\n');
  return { pid: Number(pid), port: Number(port) };
}

/** Kills the Postgres of a data directory, which somebody must start again at the same address. */
async function killPostgres(dataDir: string, url: string): Promise<void> {
  const { pid } = await postmasterOf(dataDir);
  process.kill(pid, 'SIGKILL');
  await until(async () => !(await isRunning(pid)), { message: 'Postgres cannot be killed' });
  // Processes of the dead one may answer a little longer, but not those who come anew.
  const visitor = open(url);
  try {
    await until(() => visitor.query('select'), {
      message: 'Postgres is not started again',
    });
  } finally {
    await visitor.end();
  }
}

/** Everything in one process, with the search engine in it and a Postgres of its own. */
export async function embeddedSubject(t: Test): Promise<Subject> {
  const dataDir = await temporaryDirectory(t);
  const settings = { ...monitoring, DATA_DIR: dataDir, DATABASE_URL: undefined };
  let directory = await startDirectory(t, settings);
  const { url, apiKey } = directory;
  const password = (await readFile(`${dataDir}/postgres/password`, 'utf8')).trim();
  const address = async () =>
    `postgres://postgres:${password}@127.0.0.1:${(await postmasterOf(dataDir)).port}/postgres`;
  let database = open(await address());
  t.teardown(() => database.end());
  async function crash(): Promise<void> {
    directory.kill('SIGKILL');
    await directory.exited;
    directory = await startDirectory(t, { ...settings, PORT: new URL(url).port });
    // Its Postgres is another one, at another port.
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
    ...(await openMirror(t, url)),
  };
}

/** The full topology: every part is a process. */
export async function stackSubject(t: Test): Promise<Subject> {
  const stack = await startStack({ env: { ...monitoring, ...patientSearches } });
  t.teardown(() => stack.close());
  const { url, key, writeApi, readApis, indexers, redis, meilisearch, gateway, monitor } = stack;
  const database = open(stack.databaseUrl);
  t.teardown(() => database.end());
  const parts = [writeApi, ...readApis, ...indexers, redis, meilisearch, gateway, monitor];
  const crashes = parts.map((part) => async () => {
    await part.kill();
    await part.start();
  });
  return {
    url,
    key,
    database: () => database,
    endpoints: await startSellers(t),
    crashes: [...crashes, () => killPostgres(stack.directory, stack.databaseUrl)],
    ...(await openMirror(t, url)),
  };
}
