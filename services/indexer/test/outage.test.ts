import { changeService, ledgerStatus, openDatabase } from '@shirube/catalog';
import { createEnqueuer, type Log } from '@shirube/index-queue';
import { startRedis, switchableAddress, until } from '@shirube/testing';
import t from 'tap';
import { startRemoteEngine } from './remoteEngine.js';
import { indexing, register, registerMany, settles, silent, testDirectory } from './testDirectory.js';

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
  await settles(t, { database, index: remote.index });

  await remote.stop();
  const during = await registerMany(database, 50);
  enqueuer.enqueue(during);
  for (const id of before.slice(0, 10)) await changeService(database, id, { trustScore: 9 });
  await until(() => lines.some((line) => /search index cannot be used/.test(line)), {
    message: 'nobody says so',
  });
  await t.rejects(indexer.check(), 'and the indexer is not healthy');
  t.equal((await ledgerStatus(database)).pending, 60);

  await remote.start();
  await settles(t, { database, index: remote.index, timeout: 20_000 });
  await indexer.check();
  t.equal(lines.filter((line) => /cannot be used/.test(line)).length, 1, 'one line for the whole outage');
  t.ok(lines.some((line) => /search index works again/.test(line)));
});

t.test('an engine that comes back without its data is filled again', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  await registerMany(database, 200);
  await indexing(t, { database, databaseUrl, index: remote.index });
  await settles(t, { database, index: remote.index });
  await remote.stop();
  const emptied = await remote.engine.beginRebuild();
  await emptied.promote();
  await register(database);
  await until(async () => (await ledgerStatus(database)).oldestSeconds > 2.5, {
    message: 'it was not tried',
  });
  await remote.start();
  const filled = async () => (await remote.engine.prepare()).rebuildNeeded === false;
  await until(filled, { message: 'it was not filled', timeout: 20_000 });
  await settles(t, { database, index: remote.index, timeout: 20_000 });
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
  await settles(t, { database, index: remote.index });
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

t.test('a database that is away for a while costs time and no service', async (t) => {
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
  await settles(t, { database, index: remote.index });

  await address.off();
  enqueuer.enqueue(await registerMany(database, 30));
  await until(async () => (await ledgerStatus(database)).oldestSeconds > 2.5, {
    message: 'time stands still',
  });
  t.equal((await ledgerStatus(database)).pending, 30);
  await address.on();
  await settles(t, { database, index: remote.index, timeout: 40_000 });
});

t.test('while Redis is away services are indexed without it, and with it again afterwards', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { database, databaseUrl } = await testDirectory(t);
  const remote = await startRemoteEngine(t);
  const queue = { databaseUrl, redisUrl: redis.url };
  await indexing(t, { ...queue, database, index: remote.index });
  const enqueuer = createEnqueuer({ ...queue, log: silent });
  t.teardown(() => enqueuer.close());
  enqueuer.enqueue(await registerMany(database, 30));
  await settles(t, { database, index: remote.index });

  await redis.kill();
  enqueuer.enqueue(await registerMany(database, 30));
  await settles(t, { database, index: remote.index, timeout: 20_000 });

  await redis.restart();
  const again = async () => {
    enqueuer.enqueue([await register(database)]);
    return (await ledgerStatus(database)).pending === 0;
  };
  await until(again, { message: 'nothing is indexed after Redis has come back', timeout: 20_000 });
  await settles(t, { database, index: remote.index });
});
