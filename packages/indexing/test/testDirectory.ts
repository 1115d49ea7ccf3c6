import {
  type Database,
  findPending,
  importServices,
  listSetAside,
  mainNode,
  nodeProgress,
  registerService,
} from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import type { Log } from '@shirube/service-kit';
import { registration, until } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import type { Test } from 'tap';
import { type IndexerOptions, startIndexer, verifyIndex } from '../dist/index.js';

export const silent: Log = { info() {}, warn() {}, error() {} };

/** Creates an empty catalog for the test. */
export async function testDirectory(t: Test) {
  const database = await testCatalog(t);
  return { database, databaseUrl: database.url };
}

/** Starts an indexer that is closed when the test ends. */
export async function indexing(t: Test, options: Omit<IndexerOptions, 'log'> & { log?: Log }) {
  const indexer = await startIndexer({ log: silent, ...options });
  t.teardown(() => indexer.close());
  return indexer;
}

export async function register(database: Database, name = 'Tokyo Weather'): Promise<string> {
  const result = await registerService(database, registration({ name }));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return result.service.id;
}

export async function registerMany(database: Database, count: number): Promise<string[]> {
  const services = await importServices(
    database,
    Array.from({ length: count }, (_, number) => registration({ name: `Weather ${number}` })),
  );
  return services.map(({ id }) => id);
}

/** Waits until nothing is pending, and asserts that engine and catalog agree and which services are set aside. */
export async function assertIndexed(
  t: Test,
  { database, index, failed = [] }: { database: Database; index: SearchIndex; failed?: string[] },
): Promise<void> {
  const isIdle = async () => (await nodeProgress(database, mainNode)).pending === 0;
  await until(isIdle, { message: 'the log is not worked off' });
  const { missing, stale, surplus } = await verifyIndex({ database, node: mainNode, index, repair: false });
  t.same({ missing, stale, surplus }, { missing: [], stale: [], surplus: [] }, 'engine and catalog agree');
  t.same(
    (await listSetAside(database)).map(({ id }) => id),
    failed,
    'what is set aside, no more',
  );
}

/** Waits until a service arrives through the queue, which is faster than polling the log. */
export async function queueIsUsed(database: Database, enqueue: (ids: readonly string[]) => void): Promise<void> {
  const isUsed = async () => {
    const id = await register(database);
    enqueue([id]);
    const isIndexed = async () => !(await findPending(database, mainNode, [id])).has(id);
    await until(isIndexed, { message: 'the queue did not bring it', timeout: 700 });
    return true;
  };
  await until(isUsed, { message: 'the queue is not used' });
}

/** Corrupts a service in a way that no API allows, so that its document violates the contract. */
export async function poison(database: Database, id: string): Promise<void> {
  await database.query('alter table services drop constraint if exists services_trust_score_check');
  await database.query('update services set trust_score = 1000 where id = $1', [id]);
}
