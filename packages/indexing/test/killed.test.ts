import { fileURLToPath } from 'node:url';
import { startProcess } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import t from 'tap';
import { startRemoteEngine } from './remoteEngine.js';
import { assertIndexed, indexing, registerMany, silent, testDirectory } from './testDirectory.js';

const program = fileURLToPath(new URL('stuckIndexer.js', import.meta.url));

t.test('what an indexer had in hand when it was killed is indexed by another', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  const doomed = await startProcess(t, process.execPath, [program], {
    env: { TEST_DATABASE_URL: databaseUrl, TEST_ENGINE_URL: remote.url },
  });
  await doomed.waitForOutput(/started/);
  const enqueuer = createEnqueuer({ databaseUrl, log: silent });
  t.teardown(() => enqueuer.close());
  enqueuer.enqueue(await registerMany(database, 80));
  await doomed.waitForOutput(/in the middle of a batch/);
  doomed.kill('SIGKILL');
  await doomed.exited;
  const { rowCount } = await database.query('select from followers where holder is not null');
  t.equal(rowCount, 1, 'it had the lease');

  await indexing(t, { database, databaseUrl, index: remote.index });
  await assertIndexed(t, { database, index: remote.index });
});

t.test('an indexer that knows itself alone does not wait for the lease of the dead', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  await registerMany(database, 10);
  await database.query("update followers set holder = gen_random_uuid(), leased_until = now() + interval '1 hour'");
  await indexing(t, { database, databaseUrl, index: remote.index, alone: true });
  await assertIndexed(t, { database, index: remote.index });
});
