import { fileURLToPath } from 'node:url';
import { mainNode, nodeProgress } from '@shirube/catalog';
import { verifyIndex } from '@shirube/indexing';
import { createMeilisearchIndex } from '@shirube/search';
import { meilisearch, startProcess, until } from '@shirube/testing';
import { importMany, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';

const server = fileURLToPath(new URL('../dist/server.js', import.meta.url));
const nobody = 'http://127.0.0.1:1';

t.test('the indexer says that it waits for the engine, is alive meanwhile, and stops at a signal', async (t) => {
  const { url } = await testCatalog(t);
  const env = {
    DATABASE_URL: url,
    MEILI_URL: nobody,
    REDIS_URL: undefined,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'info',
  };
  const indexer = await startProcess(t, process.execPath, [server], { env });
  const [, address] = await indexer.waitForOutput(/health and metrics on (http:\/\/[^"\s]+)/);
  await indexer.waitForOutput(/the search index cannot be used/);
  t.equal((await fetch(`${address}/live`)).status, 200);
  const ready = await fetch(`${address}/ready`);
  t.equal(ready.status, 503);
  t.match(await ready.json(), { parts: { postgres: 'up', search: 'down' } });
  t.match(await (await fetch(`${address}/metrics`)).text(), /shirube_index_pending\{node="main"\} 0/);
  t.notMatch(indexer.output(), /\n\s+at /, 'without a stack');
  indexer.kill('SIGTERM');
  t.match(await indexer.exited, { code: 0 });
});

t.test('the indexer fills a real Meilisearch, and keeps it up to date', async (t) => {
  const access = await meilisearch(t);
  if (!access) return;
  const database = await testCatalog(t);
  await importMany(database, 30);
  const env = {
    DATABASE_URL: database.url,
    MEILI_URL: access.url,
    MEILI_API_KEY: access.apiKey,
    REDIS_URL: undefined,
    PORT: '0',
    LOG_LEVEL: 'info',
  };
  const indexer = await startProcess(t, process.execPath, [server], { env });
  await indexer.waitForOutput(/"ready"/);
  const index = createMeilisearchIndex(access);
  t.teardown(() => index.close());
  await importMany(database, 30);
  const isIdle = async () => (await nodeProgress(database, mainNode)).pending === 0;
  await until(isIdle, { message: 'the log is not worked off' });
  const verified = await verifyIndex({ database, node: mainNode, index, repair: false });
  t.match(
    verified,
    { missing: { length: 0 }, stale: { length: 0 }, surplus: { length: 0 } },
    'engine and catalog agree',
  );
  indexer.kill('SIGTERM');
  await until(async () => (await indexer.exited).code === 0, { message: 'it does not end' });
});
