import { changeService, mainNode, nodeProgress } from '@shirube/catalog';
import type { Log } from '@shirube/service-kit';
import { until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import t from 'tap';
import { verifyIndex } from '../../dist/index.js';
import { startRemoteEngine } from '../remoteEngine.js';
import { assertIndexed, indexing, register, registerMany, silent, testDirectory } from '../testDirectory.js';

function recordingLog() {
  const lines: string[] = [];
  const write = (_fields: object, message: string) => void lines.push(message);
  const log: Log = { info: write, warn: write, error: write };
  return { log, lines };
}

t.test('an engine that is away for a while costs time and no service', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  const { log, lines } = recordingLog();
  const indexer = await indexing(t, { database, databaseUrl, index: remote.index, log });
  const enqueuer = createEnqueuer({ databaseUrl, log: silent });
  t.teardown(() => enqueuer.close());
  const before = await registerMany(database, 50);
  enqueuer.enqueue(before);
  await assertIndexed(t, { database, index: remote.index });

  await remote.stop();
  const during = await registerMany(database, 50);
  enqueuer.enqueue(during);
  for (const id of before.slice(0, 10)) await changeService(database, id, { trustScore: 9 });
  await until(() => lines.some((line) => /search index cannot be used/.test(line)), {
    message: 'nobody says so',
  });
  await t.rejects(indexer.check(), 'and the indexer is not healthy');
  t.equal((await nodeProgress(database, mainNode)).pending, 60);

  await remote.start();
  await assertIndexed(t, { database, index: remote.index });
  await indexer.check();
  t.equal(lines.filter((line) => /cannot be used/.test(line)).length, 1, 'one line for the whole outage');
  t.ok(lines.some((line) => /search index works again/.test(line)));
});

t.test('an engine that comes back without its data is filled again', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  await registerMany(database, 200);
  const indexer = await indexing(t, { database, databaseUrl, index: remote.index });
  await assertIndexed(t, { database, index: remote.index });
  await remote.stop();
  const emptied = await remote.engine.beginRebuild();
  await emptied.promote();
  await register(database);
  const noticed = () =>
    indexer.check().then(
      () => false,
      () => true,
    );
  await until(noticed, { message: 'the outage was not noticed' });
  await remote.start();
  // The service registered during the outage may be indexed before the rebuild adds the rest.
  const verify = () => verifyIndex({ database, node: mainNode, index: remote.index, repair: false });
  const isFilled = async () => (await verify()).missing.length === 0;
  await until(isFilled, { message: 'it was not filled' });
  await assertIndexed(t, { database, index: remote.index });
});

t.test('an indexer that starts before its engine waits for it', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  await remote.stop();
  await registerMany(database, 20);
  const { log, lines } = recordingLog();
  const started = indexing(t, { database, databaseUrl, index: remote.index, log });
  await until(() => lines.length > 0, { message: 'it does not say what it waits for' });
  await remote.start();
  await started;
  await assertIndexed(t, { database, index: remote.index });
});

t.test('an indexer that is stopped while it waits for its engine ends', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  await remote.stop();
  const stopping = new AbortController();
  const started = indexing(t, { database, databaseUrl, index: remote.index, signal: stopping.signal });
  stopping.abort();
  await t.rejects(started);
});
