import { readdir, readFile } from 'node:fs/promises';
import {
  type Database,
  findLogHolder,
  mainNode,
  migrate,
  nodeProgress,
  openDatabase,
  readCatalog,
} from '@shirube/catalog';
import type { Log } from '@shirube/service-kit';
import { testDatabaseUrl, until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import pg from 'pg';
import t from 'tap';
import { startRemoteEngine } from './remoteEngine.js';
import { assertIndexed, indexing, register, registerMany, silent, testDirectory } from './testDirectory.js';

const everything = { filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 } as const;
const migrations = new URL('../../catalog/migrations/', import.meta.url);

/** Gives the lease of the indexer to a process that is gone. */
async function leaseToTheDead(database: Database, interval: string): Promise<void> {
  const lease = 'update followers set holder = gen_random_uuid(), leased_until = now() + $1::interval';
  const { rowCount } = await database.query(lease, [interval]);
  if (rowCount === 0) throw new Error('there is no follower');
}

t.test('an indexer takes over from one that died as soon as its lease expires', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  await registerMany(database, 10);
  await leaseToTheDead(database, '500 ms');
  await indexing(t, { database, databaseUrl, index: remote.index });
  await assertIndexed(t, { database, index: remote.index });
});

t.test('an indexer that runs alone does not wait for the lease of one that died', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  await registerMany(database, 10);
  await leaseToTheDead(database, '1 hour');
  await indexing(t, { database, databaseUrl, index: remote.index, alone: true });
  await assertIndexed(t, { database, index: remote.index });
});

// On a busy machine, an import once logged "a batch failed unexpectedly: canceling statement due to statement timeout".
t.test('a batch that the database is too slow for is retried, and logged as a warning only', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const { index } = await startRemoteEngine(t);
  const errors: string[] = [];
  const warnings: string[] = [];
  const log: Log = {
    info() {},
    warn: (_fields, message) => void warnings.push(message),
    error: (_fields, message) => void errors.push(message),
  };
  const impatient = openDatabase(databaseUrl, { max: 12, onError: () => {}, statementMilliseconds: 300 });
  t.teardown(() => impatient.end());
  await indexing(t, { database: impatient, databaseUrl, index, log });
  const enqueuer = createEnqueuer({ databaseUrl, log: silent });
  t.teardown(() => enqueuer.close());

  const ids = await registerMany(database, 20);
  const blocker = await database.connect();
  await blocker.query(`set idle_in_transaction_session_timeout = 0; begin; lock table followers in exclusive mode`);
  enqueuer.enqueue(ids);
  await until(() => warnings.some((line) => /statement timeout/.test(line)), {
    message: 'no statement is given up',
  });
  await blocker.query('rollback');
  blocker.release(true);
  await assertIndexed(t, { database, index });
  t.strictSame(errors, []);
});

t.test('an open write transaction holds search up only until its deadline ends it', async (t) => {
  // A migration sets the deadline for the database, which its copies do not have.
  const databaseUrl = await testDatabaseUrl(t);
  const database = openDatabase(databaseUrl, { onError: () => {} });
  t.teardown(() => database.end());
  await migrate(database);
  const { engine, index } = await startRemoteEngine(t);
  await indexing(t, { database, databaseUrl, index });
  const first = await register(database);
  await assertIndexed(t, { database, index });

  // A client with its own connection, such as an operator in psql.
  const careless = new pg.Client({ connectionString: databaseUrl, application_name: 'careless' });
  await careless.connect();
  t.teardown(() => careless.end());
  const ended = new Promise<Error>((resolve) => careless.on('error', resolve));
  const deadline = 'idle_in_transaction_session_timeout';
  t.strictSame((await careless.query(`show ${deadline}`)).rows, [{ [deadline]: '10s' }]);
  await careless.query(`set ${deadline} = 0`);
  await careless.query('begin');
  await careless.query('update services set trust_score = 3 where id = $1', [first]);

  await register(database, 'Written meanwhile');
  const isNamed = async () => (await findLogHolder(database))?.application === 'careless';
  await until(isNamed, { message: 'nobody says who holds the log back' });
  t.equal((await engine.list(everything)).total, 1, 'it waits for the transaction that began before it');
  await careless.query(`set ${deadline} = '1s'`);
  await until(async () => (await engine.list(everything)).total === 2, { message: 'it is not found' });
  t.match(await ended, { message: /idle-in-transaction timeout/ });
  await assertIndexed(t, { database, index });
});

t.test(
  'services that were pending before the upgrade to one log are indexed after it, without a rebuild',
  async (t) => {
    const databaseUrl = await testDatabaseUrl(t);
    const database = openDatabase(databaseUrl, { onError: () => {} });
    t.teardown(() => database.end());
    await database.query(
      'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const before = (await readdir(migrations)).filter((name) => name < '0020').sort();
    for (const name of before) {
      await database.query(await readFile(new URL(name, migrations), 'utf8'));
      await database.query('insert into schema_migrations (name) values ($1)', [name]);
    }
    const store = (from: number, to: number) =>
      database.query(
        `insert into services (id, name, description, endpoint, endpoint_key, category, currency, price_per_request,
          payment_address, network, chain)
        select ('01890000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'Weather ' || i, 'Forecasts',
          'https://weather.example/' || i, 'key ' || i, 'weather', 'USDC', '0.01',
          '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', 'base', 'base'
        from generate_series($1::int, $2::int) as i`,
        [from, to],
      );
    await store(1, 100);
    await database.query('delete from pending_index');
    await store(101, 500);
    const { rows } = await database.query<{ count: number }>('select count(*)::int from pending_index');
    t.equal(rows[0]?.count, 400);

    await migrate(database);
    // Fills the index with the services that the ledger reported as indexed.
    const remote = await startRemoteEngine(t);
    const before100 = await remote.engine.beginRebuild();
    for await (const page of readCatalog(database, 100)) {
      await before100.apply(page.map((entry) => ({ upsert: entry })));
      break;
    }
    await before100.promote();
    t.match(await nodeProgress(database, mainNode), { pending: 400 });
    const lines: string[] = [];
    const log = { ...silent, info: (_: object, line: string) => void lines.push(line) };
    await indexing(t, { database, databaseUrl, index: remote.index, log });
    await assertIndexed(t, { database, index: remote.index });
    t.notOk(
      lines.some((line) => /rebuil/.test(line)),
      'without a rebuild',
    );
  },
);
