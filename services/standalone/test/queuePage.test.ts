import { createKey } from '@shirube/catalog';
import { createLogger, readSettings } from '@shirube/service-kit';
import { redisUrl, startRedis, testDatabaseUrl } from '@shirube/testing';
import t, { type Test } from 'tap';
import { buildDirectory } from '../src/app.js';
import { directoryClient, registration } from './http/directoryClient.js';
import { queuePage } from './http/queuePage.js';

async function start(t: Test, environment: NodeJS.ProcessEnv) {
  const directory = await buildDirectory({
    databaseUrl: await testDatabaseUrl(t),
    settings: readSettings(environment),
    log: createLogger('test', 'silent'),
  });
  t.teardown(() => directory.close());
  const writer = await createKey(directory.database, { name: 'writer', scopes: ['services:write'] });
  const admin = await createKey(directory.database, { name: 'admin', scopes: ['admin'] });
  const base = await directory.app.listen({ host: '127.0.0.1', port: 0 });
  return { client: directoryClient(base, writer.key), adminKey: admin.key };
}

t.test('the queue page with the queue in Postgres', async (t) => {
  const { client, adminKey } = await start(t, {});
  await queuePage(t, client, adminKey);
});

t.test('the queue page with the queue in Redis', async (t) => {
  const url = await redisUrl(t);
  if (!url) return;
  const { client, adminKey } = await start(t, { REDIS_URL: url });
  await queuePage(t, client, adminKey);
});

t.test('while Redis is away the page says so, and works again afterwards', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { client, adminKey } = await start(t, { REDIS_URL: redis.url });
  const queues = () =>
    client.get<{ code?: string }>('/admin/queues/api/queues', { authorization: `Bearer ${adminKey}` });
  t.equal((await queues()).status, 200);
  await redis.stop();
  const { status, body, text } = await queues();
  t.equal(status, 503);
  t.equal(body.code, 'queue_unavailable');
  t.notMatch(text, /127\.0\.0\.1|ECONN|at /, 'without addresses or a stack');
  await redis.restart();
  t.equal((await client.post(registration(), { prefer: 'wait=20' })).status, 201);
  t.equal((await queues()).status, 200);
});
