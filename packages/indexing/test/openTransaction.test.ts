import { findLogHolder } from '@shirube/catalog';
import { until } from '@shirube/testing';
import pg from 'pg';
import t from 'tap';
import { startRemoteEngine } from './remoteEngine.js';
import { indexing, register, settles, testDirectory } from './testDirectory.js';

const everything = { filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 } as const;

t.test('a writer that stays open holds search up until the deadline ends it, not until it ends', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const { engine, index } = await startRemoteEngine(t);
  await indexing(t, { database, databaseUrl, index });
  const first = await register(database);
  await settles(t, { database, index });

  // A client with its own connection, such as an operator in psql.
  const careless = new pg.Client({ connectionString: databaseUrl, application_name: 'careless' });
  await careless.connect();
  let endedBy = 'nobody';
  careless.on('error', () => {
    endedBy = endedBy === 'nobody' ? 'the deadline' : endedBy;
  });
  await careless.query('begin');
  await careless.query('update services set trust_score = 3 where id = $1', [first]);
  const owner = setTimeout(() => {
    endedBy = endedBy === 'nobody' ? 'its owner' : endedBy;
    careless.end().catch(() => {});
  }, 30_000);
  t.teardown(() => clearTimeout(owner));

  await register(database, 'Written meanwhile');
  const isNamed = async () => (await findLogHolder(database))?.application === 'careless';
  await until(isNamed, { message: 'nobody says who holds the log back' });
  t.equal((await engine.list(everything)).total, 1, 'it waits for the transaction that began before it');
  await until(async () => (await engine.list(everything)).total === 2, { message: 'it is not found' });
  t.equal(endedBy, 'the deadline');
  await settles(t, { database, index });
});
