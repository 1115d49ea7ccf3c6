import { findLogHolder } from '@shirube/catalog';
import { ownPostgres, until } from '@shirube/testing';
import pg from 'pg';
import t from 'tap';
import { startRemoteEngine } from './remoteEngine.js';
import { assertIndexed, indexing, register, testDirectory } from './testDirectory.js';

const everything = { filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 } as const;

t.test('a writer that stays open holds search up until the deadline ends it, not until it ends', async (t) => {
  // Its own Postgres: a log waits for the transactions of all catalogs in one, and the oldest of them is named.
  const postgres = await ownPostgres(t);
  const { database, databaseUrl } = await testDirectory(t, postgres.url);
  const { engine, index } = await startRemoteEngine(t);
  await indexing(t, { database, databaseUrl, index });
  const first = await register(database);
  await assertIndexed(t, { database, index });

  // A client with its own connection, such as an operator in psql.
  const careless = new pg.Client({ connectionString: databaseUrl, application_name: 'careless' });
  await careless.connect();
  t.teardown(() => careless.end());
  const ended = new Promise<Error>((resolve) => careless.on('error', resolve));
  await careless.query('begin');
  await careless.query('update services set trust_score = 3 where id = $1', [first]);

  await register(database, 'Written meanwhile');
  const isNamed = async () => (await findLogHolder(database))?.application === 'careless';
  await until(isNamed, { message: 'nobody says who holds the log back' });
  t.equal((await engine.list(everything)).total, 1, 'it waits for the transaction that began before it');
  await until(async () => (await engine.list(everything)).total === 2, { message: 'it is not found' });
  t.match(await ended, { message: /idle-in-transaction timeout/ });
  await assertIndexed(t, { database, index });
});
