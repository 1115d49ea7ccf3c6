import { missingPrograms, startStack } from '@shirube/dev/stack';
import { directoryClient, patientSearches } from '@shirube/testing';
import t from 'tap';
import { changing } from './http/changing.js';
import { contract, ofProxy } from './http/contract.js';
import { rawRequest, requestText } from './http/rawRequest.js';

const missing = await missingPrograms();
if (missing.length > 0) {
  t.pass('the directory behind the gateway', { skip: `${missing.join(', ')} not on PATH` });
} else {
  const stack = await startStack({ env: patientSearches });
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
    t.equal(headers.get('access-control-allow-origin'), '*', 'which a page of another origin can read');
    const long = await client.get<{ code: string }>('/', { 'x-long': 'x'.repeat(70_000) });
    t.equal(long.status, 431);
    t.equal(long.body.code, 'headers_too_large');
    for (const answer of [headers, long.headers]) t.equal(answer.get('x-content-type-options'), 'nosniff');
  });
}
