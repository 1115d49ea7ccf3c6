import { missingPrograms, startStack } from '@shirube/dev/stack';
import { directoryClient, patientSearches, until } from '@shirube/testing';
import t from 'tap';
import { changing } from './http/changing.js';
import { contract, ofProxy } from './http/contract.js';
import { rawRequest, requestText } from './http/rawRequest.js';

const missing = await missingPrograms();
if (missing.length > 0) {
  t.pass('the directory behind the gateway', { skip: `${missing.join(', ')} not on PATH` });
} else {
  const stack = await startStack({ readApis: 2, env: patientSearches });
  t.teardown(() => stack.close());
  // The tests read what they have just registered, so they bypass the cache: its responses may be a second old.
  const client = directoryClient(stack.url, stack.key, { 'cache-control': 'no-cache' });
  await t.test('the services behind the gateway keep the part of the contract that a proxy can break', (t) =>
    contract(t, client, { ...ofProxy, 'a change at the write API is seen at the read API': changing }),
  );

  await t.test('nginx refuses CONNECT and a method in lower case, which are no HTTP for it', async (t) => {
    t.equal((await rawRequest(t, client.base, requestText('CONNECT', 'x:443'))).status, 400);
    t.equal((await rawRequest(t, client.base, requestText('get', '/api/services'))).status, 400);
  });

  await t.test('metrics are not served to the outside', async (t) => {
    for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics', '/x/../metrics']) {
      const { status, body } = await client.get<{ code: string }>(path);
      t.equal(status, 404, path);
      t.equal(body.code, 'route_not_found', path);
    }
    for (const { url, name } of [stack.writeApi, ...stack.readApis, ...stack.indexers]) {
      t.equal((await fetch(`${url}/metrics`)).status, 200, name);
    }
  });

  await t.test('the page of the queue takes an admin key', async (t) => {
    t.equal((await client.get('/admin/queues')).status, 401);
    t.equal((await client.get('/admin/queues', { authorization: `Bearer ${client.key}` })).status, 200);
  });

  await t.test('a body or a header that is too large for the gateway is refused with a problem', async (t) => {
    const { status, headers, body } = await client.post({ name: 'x'.repeat(3_000_000) });
    t.equal(status, 413);
    t.equal(body.code, 'body_too_large');
    t.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    const long = await client.get<{ code: string }>('/', { 'x-long': 'x'.repeat(70_000) });
    t.equal(long.status, 431);
    t.equal(long.body.code, 'headers_too_large');
  });

  await t.test('while the search engine is down, a cached answer is still sent, marked stale', async (t) => {
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
    t.equal(
      (await client.get<{ code: string }>(path)).body.code,
      'search_unavailable',
      'an answer past the cache says so',
    );
    await stack.meilisearch.start();
    await until(async () => (await client.get(path)).status === 200, {
      message: 'the engine does not come back',
    });
  });

  await t.test('reads go on without one of two read APIs, and are a 503 without both', async (t) => {
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
