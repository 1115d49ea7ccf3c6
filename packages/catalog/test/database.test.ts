import { createReach } from '@shirube/service-kit';
import { ownPostgres, until } from '@shirube/testing';
import { freezableCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { isAnswerLost, isDatabaseAway, isDatabaseUnavailable, openDatabase } from '../dist/index.js';

t.test('a pool waits for a connection for as long as its address says, otherwise for 3 s', async (t) => {
  const patience = {
    '': 3_000,
    '?connect_timeout=10': 10_000,
    '?connect_timeout=soon': 3_000,
    '?connect_timeout=-1': 3_000,
  };
  for (const [parameters, milliseconds] of Object.entries(patience)) {
    const database = openDatabase(`postgres://127.0.0.1:1/none${parameters}`);
    t.equal(database.options.connectionTimeoutMillis, milliseconds, parameters);
    await database.end();
  }
});

t.test('a Postgres that hangs keeps nobody waiting', async (t) => {
  const { postgres, database, patient } = await freezableCatalog(t);
  await database.query('select 1');

  await t.test('a statement fails with an unknown outcome, and its connection is closed', async (t) => {
    await postgres.freeze();
    const error = await database.query('select 1').catch((reason: unknown) => reason);
    t.ok(isDatabaseUnavailable(error));
    t.ok(isAnswerLost(error));
    t.equal(database.totalCount, 0);
    await postgres.thaw();
    t.equal((await database.query('select 1')).rowCount, 1);
  });

  await t.test('a reach ends after its time, whatever the timeout of the statement is', async (t) => {
    await postgres.freeze();
    const reach = createReach({ milliseconds: 1_000, isAway: isDatabaseAway });
    const error = await reach(() => patient.query('select 1')).catch((reason: unknown) => reason);
    t.ok(isDatabaseUnavailable(error));
    t.ok(isAnswerLost(error));
    await postgres.thaw();
  });
});

t.test('queries that run while Postgres is killed are repeated once it is back', async (t) => {
  const postgres = await ownPostgres(t);
  const database = openDatabase(postgres.url, { onError: () => {} });
  t.teardown(() => database.end());
  const reach = createReach({ milliseconds: 60_000, isAway: isDatabaseAway });
  // They are under way when it dies.
  const queries = Array.from({ length: 4 }, () => reach(() => database.query('select pg_sleep(0.5)')));
  await until(() => database.totalCount - database.idleCount === 4, { message: 'nothing is asked' });
  await postgres.kill();
  for (const { rowCount } of await Promise.all(queries)) t.equal(rowCount, 1);
});

t.test('while Postgres is away for longer than a reach waits, later ones fail after one attempt', async (t) => {
  const database = openDatabase('postgres://127.0.0.1:1/none');
  t.teardown(() => database.end());
  const reach = createReach({ milliseconds: 2_000, isAway: isDatabaseAway });
  let attempts = 0;
  const ask = () =>
    reach(() => {
      attempts += 1;
      return database.query('select 1');
    });
  t.ok(isDatabaseUnavailable(await ask().catch((error: unknown) => error)));
  t.ok(attempts > 1, 'at first it is asked again');
  await until(
    async () => {
      attempts = 0;
      await ask().catch(() => {});
      return attempts === 1;
    },
    { message: 'it is asked again and again' },
  );
});
