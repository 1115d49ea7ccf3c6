import { missingPrograms, startStack } from '@shirube/dev/stack';
import { directoryClient, patientSearches, until } from '@shirube/testing';
import t from 'tap';
import { contract } from './http/contract.js';

const missing = await missingPrograms();
if (missing.length > 0) {
  t.pass('the directory behind the gateway', { skip: `${missing.join(', ')} not on PATH` });
} else {
  const stack = await startStack({ readApis: 2, indexers: 2, env: patientSearches });
  t.teardown(() => stack.close());
  // The tests read what they have just registered, so they bypass the cache: its responses may be a second old.
  const client = directoryClient(stack.url, stack.key, { 'cache-control': 'no-cache' });
  await t.test('three services behind one gateway', (t) => contract(t, client, { isBehindNginx: true }));

  await t.test('what is for the inside stays inside', async (t) => {
    for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics', '/x/../metrics']) {
      const { status, body } = await client.get<{ code: string }>(path);
      t.equal(status, 404, path);
      t.equal(body.code, 'route_not_found', path);
    }
    for (const { url, name } of [stack.writeApi, ...stack.readApis, ...stack.indexers]) {
      t.equal((await fetch(`${url}/metrics`)).status, 200, name);
    }
  });

  await t.test('the page of the queue asks for an admin key', async (t) => {
    t.equal((await client.get('/admin/queues')).status, 401);
    t.equal((await client.get('/admin/queues', { authorization: `Bearer ${client.key}` })).status, 200);
  });

  await t.test('what the gateway refuses is a problem like any other', async (t) => {
    const { status, headers, body } = await client.post({ name: 'x'.repeat(3_000_000) });
    t.equal(status, 413);
    t.equal(body.code, 'body_too_large');
    t.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    const long = await client.get<{ code: string }>('/', { 'x-long': 'x'.repeat(70_000) });
    t.equal(long.status, 431);
    t.equal(long.body.code, 'headers_too_large');
  });

  await t.test('while the search engine is down, what is hot goes on, marked stale', async (t) => {
    const path = '/api/services?limit=3';
    const ask = async () => {
      const response = await fetch(stack.url + path);
      return { status: response.status, cache: response.headers.get('x-cache'), text: await response.text() };
    };
    const before = await until(
      async () => {
        const answer = await ask();
        return answer.cache === 'HIT' ? answer : undefined;
      },
      { message: 'nothing is kept' },
    );
    await stack.meilisearch.kill();
    await until(async () => (await client.get(path)).status === 503, { message: 'the engine still answers' });
    const stale = await until(
      async () => {
        const answer = await ask();
        return answer.cache === 'STALE' ? answer : undefined;
      },
      { message: 'nothing stale is sent' },
    );
    t.equal(stale.status, 200);
    t.equal(stale.text, before.text);
    t.equal((await client.get<{ code: string }>(path)).body.code, 'search_unavailable', 'who asks for it is told');
    await stack.meilisearch.start();
    await until(async () => (await client.get(path)).status === 200, {
      message: 'the engine does not come back',
    });
  });

  await t.test('one read API may go away; without any, the answer is 503', async (t) => {
    const [first, second] = stack.readApis;
    await first?.kill();
    for (let turn = 0; turn < 20; turn++) t.equal((await client.get('/api/categories')).status, 200);
    await second?.kill();
    const { status, headers, body } = await client.get<{ code: string }>('/api/categories');
    t.equal(status, 503);
    t.equal(body.code, 'service_unavailable');
    t.match(headers.get('retry-after') ?? '', /^\d+$/);
    await Promise.all([first?.start(), second?.start()]);
    await stack.gateway.ready();
    t.equal((await client.get('/api/categories')).status, 200);
  });
}
