import { randomUUID } from 'node:crypto';
import {
  type AccountProven,
  createKey,
  type Database,
  findLogEnd,
  importServices,
  loadChanged,
  migrate,
  openDatabase,
  type Position,
  readChanges,
  readLog,
  redeemAccountChallenge,
  registerService,
  scheduleChecks,
  storeAccountChallenge,
} from '@shirube/catalog';
import type { Registration, Service } from '@shirube/contracts';
import type { Test } from 'tap';
import { catalogUrl } from './catalogUrl.js';
import { ownPostgres } from './ownPostgres.js';
import { registration } from './registration.js';
import { until } from './until.js';

/** An empty catalog of the test's own. */
export async function testCatalog(t: Test): Promise<Database & { url: string }> {
  const url = await catalogUrl(t);
  const database = openDatabase(url, { max: 8, onError: () => {} });
  t.teardown(() => database.end());
  return Object.assign(database, { url });
}

/** Registers a service, which is scheduled for checks as a monitor does it that follows the log. */
export async function register(database: Database, changes: Partial<Registration> = {}): Promise<Service> {
  const result = await registerService(database, registration(changes));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  await scheduleChecks(database, [result.service.id]);
  return result.service;
}

/** Proves for an account that a host, or an address that is paid at a host, is its own. */
export async function proveFor(
  database: Database,
  accountId: string,
  proven: Omit<AccountProven, 'host'>,
  host = 'api.example.com',
): Promise<void> {
  const key = await createKey(database, { name: 'prover', scopes: ['services:write'], accountId });
  const id = randomUUID();
  const challenge = { id, asked: {}, token: '', message: '', expiresAt: new Date(Date.now() + 60_000) };
  await storeAccountChallenge(database, challenge, { network: '', keyId: key.id });
  await redeemAccountChallenge(database, { id, accountId }, { ...proven, host });
}

/** The sorted ids of so many services, registered at once. */
export async function importMany(database: Database, count: number): Promise<string[]> {
  const services = await importServices(
    database,
    Array.from({ length: count }, () => registration()),
  );
  return services.map(({ id }) => id).sort();
}

/**
 * A catalog in a Postgres that can be frozen: `database` gives up on it after some seconds, which are more than a busy
 * machine needs for a statement; `patient` does not.
 */
export async function freezableCatalog(t: Test) {
  const postgres = await ownPostgres(t);
  const database = openDatabase(postgres.url, { onError: () => {}, statementMilliseconds: 4_000 });
  t.teardown(() => database.end());
  const patient = openDatabase(postgres.url, { statementMilliseconds: 0 });
  t.teardown(() => patient.end());
  await migrate(patient);
  return { postgres, database, patient };
}

/** The feed from its beginning. What was just stored can be followed once older transactions have ended. */
export function confirmedFeed(database: Database) {
  return until(
    async () => {
      const page = await readChanges(database, { since: undefined, limit: 1_000 });
      return page?.unsettled ? undefined : page;
    },
    { message: 'older transactions do not end' },
  );
}

/** What the log holds for the node main, as far as its cursor has not passed it: the type of every entry with its service. */
export async function outstanding(database: Database) {
  const { rows } = await database.query<{ id: string; type: string }>(
    `select service_id as id, type from changes, followers
      where name = 'search:main' and (changes.transaction_id, changes.number) > (followers.transaction_id, followers.number)
      order by changes.transaction_id, changes.number`,
  );
  return rows;
}

/** The ids of the services that are reindexed for what has happened since a place in the log. */
export async function indexedSince(database: Database, position: Position): Promise<string[]> {
  const page = await until(
    async () => {
      const read = await readLog(database, position, 1_000);
      return read?.isWaiting ? undefined : read;
    },
    { message: 'older transactions do not end' },
  );
  const { entries, gone } = await loadChanged(database, page.entries);
  return [...entries.map(({ service }) => service.id), ...gone];
}

/** A connection in a transaction, which may stay open for as long as the machine takes. */
export async function openTransaction(t: Test, database: Database) {
  const client = await database.connect();
  t.teardown(() => client.release(true));
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  return client;
}

/** Resolves when so many statements wait for the locks of others. */
export function lockAwaited(database: Database, statements = 1) {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const areWaiting = async () => ((await database.query(waiting)).rowCount ?? 0) >= statements;
  return until(areWaiting, { message: 'no statement waits' });
}

/** The end of the log, once older transactions have ended. */
export async function confirmedEnd(database: Database): Promise<Position> {
  await confirmedFeed(database);
  return findLogEnd(database);
}

/** Services as the index needs them. */
export async function entriesOf(database: Database, ids: readonly string[]) {
  const changes = ids.map((id) => ({ serviceId: id, type: 'touched', columns: [], leftEndpoint: null }) as const);
  return (await loadChanged(database, changes)).entries;
}

/** Whoever comes first may have all the checks. */
export const everybody = {
  fullAccounts: () => [],
  choose: <T>(due: readonly T[], limit: number) => due.slice(0, limit),
};
