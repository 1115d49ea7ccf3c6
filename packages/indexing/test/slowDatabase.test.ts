import { openDatabase } from '@shirube/catalog';
import type { Log } from '@shirube/service-kit';
import { until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import t from 'tap';
import { startRemoteEngine } from './remoteEngine.js';
import { assertIndexed, indexing, registerMany, silent, testDirectory } from './testDirectory.js';

// On a busy machine, an import once logged "a batch failed unexpectedly: canceling statement due to statement timeout".
t.test('a database that is too slow for a batch is waited for, and is no fault of ours', async (t) => {
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
