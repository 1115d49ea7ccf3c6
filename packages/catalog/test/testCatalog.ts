import type { Registration, Service } from '@shirube/contracts';
import { registration, testDatabaseUrl, until } from '@shirube/testing';
import type { Test } from 'tap';
import { type Database, migrate, openDatabase, readChanges, registerService } from '../dist/index.js';

/** An empty catalog of the test's own. */
export async function testCatalog(t: Test): Promise<Database & { url: string }> {
  const url = await testDatabaseUrl(t);
  const database = openDatabase(url, { max: 8, onError: () => {} });
  t.teardown(() => database.end());
  await migrate(database);
  return Object.assign(database, { url });
}

export async function register(database: Database, changes: Partial<Registration> = {}): Promise<Service> {
  const result = await registerService(database, registration(changes));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return result.service;
}

/**
 * The feed from its beginning. What was just stored can be followed once older transactions have ended, those of other
 * tests in the same Postgres too.
 */
export function settledFeed(database: Database) {
  return until(
    async () => {
      const page = await readChanges(database, { since: undefined, limit: 1_000 });
      return page?.unsettled ? undefined : page;
    },
    { message: 'older transactions do not end' },
  );
}

/** Everything that the ledger holds, in id order. */
export async function ledger(database: Database) {
  const { rows } = await database.query<{
    id: string;
    revision: number;
    claimed: boolean;
    reason: string | null;
  }>(
    `select service_id as id, revision::int, coalesce(claimed_until > now(), false) as claimed, reason
      from pending_index order by service_id`,
  );
  return rows;
}
