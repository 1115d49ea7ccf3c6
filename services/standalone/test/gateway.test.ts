import { missingPrograms, startStack } from '@shirube/stack';
import { directoryClient } from '@shirube/testing';
import t from 'tap';
import { contract } from './http/contract.js';

t.setTimeout(240_000);

const missing = await missingPrograms();
if (missing.length > 0) {
  t.pass('the directory behind the gateway', { skip: `${missing.join(', ')} not on PATH` });
} else {
  const stack = await startStack({ readApis: 2, indexers: 2 });
  t.teardown(() => stack.close());
  const client = directoryClient(stack.url, stack.key);
  await t.test('three services behind one gateway', (t) => contract(t, client));

  await t.test('what is for the inside stays inside', async (t) => {
    for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics', '/x/../metrics', '/admin']) {
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
