import { mainNode, nodeProgress, openDatabase } from '@shirube/catalog';
import { startRedis, switchableAddress, until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import t from 'tap';
import { startRemoteEngine } from '../remoteEngine.js';
import { assertIndexed, indexing, queueIsUsed, registerMany, silent, testDirectory } from '../testDirectory.js';

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
  await assertIndexed(t, { database, index: remote.index });

  await redis.kill();
  enqueuer.enqueue(await registerMany(database, 30));
  await assertIndexed(t, { database, index: remote.index });

  await redis.restart();
  await queueIsUsed(database, enqueuer.enqueue);
  await assertIndexed(t, { database, index: remote.index });
});
