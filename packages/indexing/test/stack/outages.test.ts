import { fileURLToPath } from 'node:url';
import { changeService, mainNode, nodeProgress, openDatabase } from '@shirube/catalog';
import { createMeilisearchIndex } from '@shirube/search';
import type { Log } from '@shirube/service-kit';
import { startMeilisearch, startProcess, startRedis, switchableAddress, until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import t from 'tap';
import { type Indexer, verifyIndex } from '../../dist/index.js';
import { startRemoteEngine } from '../remoteEngine.js';
import {
  assertIndexed,
  indexing,
  queueIsUsed,
  register,
  registerMany,
  silent,
  testDirectory,
} from '../testDirectory.js';

const stuckIndexer = fileURLToPath(new URL('../stuckIndexer.js', import.meta.url));

const isFailing = (indexer: Indexer) =>
  indexer.check().then(
    () => false,
    () => true,
  );

function recordingLog() {
  const lines: string[] = [];
  const write = (_fields: object, message: string) => void lines.push(message);
  const log: Log = { info: write, warn: write, error: write };
  return { log, lines };
}

t.test('a batch that an indexer had in hand when it was killed is indexed by another', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  const doomed = await startProcess(t, process.execPath, [stuckIndexer], {
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

t.test('while the engine is away changes are kept, and the outage is logged once', async (t) => {
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
  await until(() => isFailing(indexer), { message: 'the outage was not noticed' });
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

t.test('a killed Meilisearch has everything that was written meanwhile once it is back', async (t) => {
  const engine = await startMeilisearch(t);
  if (!engine) return;
  const { database, databaseUrl } = await testDirectory(t);
  const index = createMeilisearchIndex(engine);
  t.teardown(() => index.close());
  const indexer = await indexing(t, { database, databaseUrl, index });
  const enqueuer = createEnqueuer({ databaseUrl, log: silent });
  t.teardown(() => enqueuer.close());
  enqueuer.enqueue(await registerMany(database, 40));
  await assertIndexed(t, { database, index });
  await engine.kill();
  enqueuer.enqueue(await registerMany(database, 40));
  await until(() => isFailing(indexer), { message: 'the outage was not noticed' });
  t.equal((await nodeProgress(database, mainNode)).pending, 40);
  await engine.restart();
  await assertIndexed(t, { database, index });
});

t.test('while the database is away changes are kept, and are indexed once it is back', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  const address = await switchableAddress(t, databaseUrl);
  await address.on();
  const through = openDatabase(address.url, { onError: () => {} });
  t.teardown(() => through.end());
  await indexing(t, { database: through, databaseUrl: address.url, index: remote.index });
  const enqueuer = createEnqueuer({ databaseUrl, log: silent });
  t.teardown(() => enqueuer.close());
  enqueuer.enqueue(await registerMany(database, 30));
  await assertIndexed(t, { database, index: remote.index });

  await address.off();
  enqueuer.enqueue(await registerMany(database, 30));
  await until(async () => (await nodeProgress(database, mainNode)).oldestSeconds > 2.5, {
    message: 'time stands still',
  });
  t.equal((await nodeProgress(database, mainNode)).pending, 30);
  await address.on();
  await assertIndexed(t, { database, index: remote.index });
});

t.test('while Redis is away services are indexed from the log, and through the queue again afterwards', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  const queue = { databaseUrl, redisUrl: redis.url };
  await indexing(t, { ...queue, database, index: remote.index });
  const enqueuer = createEnqueuer({ ...queue, log: silent });
  t.teardown(() => enqueuer.close());
  enqueuer.enqueue(await registerMany(database, 30));
  await assertIndexed(t, { database, index: remote.index });

  await redis.kill();
  enqueuer.enqueue(await registerMany(database, 30));
  await assertIndexed(t, { database, index: remote.index });

  await redis.restart();
  await queueIsUsed(database, enqueuer.enqueue);
  await assertIndexed(t, { database, index: remote.index });
});
