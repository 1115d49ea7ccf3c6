import { createKey } from '@shirube/catalog';
import type { Problem, Service } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, adminKey, database } = await startWriteApi(t);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const other = await createKey(database, { name: 'other', scopes: ['services:write'] });
const own = '/api/account/services';

t.test('with a key one sees what its account has registered, and nothing else', async (t) => {
  const mine = [await client.post(registration()), await client.post(registration())];
  const theirs = await client.post(registration(), bearer(other.key));
  const spare = await createKey(database, {
    name: 'spare',
    scopes: other.scopes,
    accountId: other.accountId,
  });
  for (const key of [other.key, spare.key]) {
    const { status, body, headers } = await client.get<Service[]>(own, bearer(key));
    t.equal(status, 200);
    t.strictSame(body, [theirs.body]);
    t.equal(headers.get('x-total-count'), '1');
    t.equal(headers.get('cache-control'), 'no-store');
    t.notOk(headers.has('link'));
  }
  const first = await client.get<Service[]>(`${own}?limit=1`, bearer(client.key));
  t.equal(first.headers.get('x-total-count'), '2');
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await client.get<Service[]>(next, bearer(client.key));
  t.strictSame([...first.body, ...second.body], mine.map(({ body }) => body).reverse());
  t.strictSame((await client.get(own, bearer(adminKey))).body, [], 'the operator has nothing yet');
});

t.test('without a key it is a 401, and a parameter that is wrong a 400', async (t) => {
  const { status, headers, body } = await client.get<Problem>(own);
  t.equal(status, 401);
  t.equal(headers.get('www-authenticate'), 'Bearer');
  t.equal(body.code, 'unauthorized');
  for (const query of ['after=x', 'limit=0', 'limit=101', 'offset=1'])
    t.equal((await client.get(`${own}?${query}`, bearer(other.key))).status, 400, query);
});

t.test('who registers the endpoint of another account is told so, and it is accepted', async (t) => {
  const endpoint = 'https://mine.example.com/api';
  const first = await client.post(registration({ endpoint }));
  t.notOk(first.headers.has('link'));
  t.notOk((await client.post(registration({ endpoint }))).headers.has('link'), 'twice by one account is no duplicate');
  const link = `</api/services/${first.body.id}>; rel="duplicate"`;
  const copied = registration({ endpoint: 'https://MINE.example.com:443/%61pi/' });
  const second = await client.post(copied, bearer(other.key));
  t.equal(second.status, 201);
  t.equal(second.headers.get('link'), link);
  const third = await client.post(registration({ endpoint: `${endpoint}/own` }), bearer(other.key));
  t.notOk(third.headers.has('link'));
  const moved = await client.request(`/api/services/${third.body.id}`, {
    method: 'PATCH',
    headers: { ...bearer(other.key), 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint }),
  });
  t.equal(moved.headers.get('link'), link);
  const byOperator = await client.request(`/api/services/${first.body.id}`, {
    method: 'PATCH',
    headers: { ...bearer(adminKey), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Corrected' }),
  });
  t.equal(byOperator.status, 200);
  t.notOk(byOperator.headers.has('link'), 'it is no duplicate of itself, whoever changes it');
});

t.test('an account says where it is told of changes of status, and ends that again', async (t) => {
  const path = '/api/account/webhook';
  const send = (method: string, body?: unknown, key = other.key) =>
    client.request<Record<string, unknown>>(path, {
      method,
      headers: { ...bearer(key), ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
  t.match(await send('GET'), { status: 404, body: { code: 'webhook_not_found' } });
  const url = 'https://owner.example.com/hook';
  const set = await send('PUT', { url });
  t.match(set, { status: 200, body: { url, secret: /^whsec_/ } });
  t.equal(set.headers.get('cache-control'), 'no-store');
  t.match((await send('GET')).body, { url, pending: 0, delivered: 0, failed: 0, lastError: null });
  t.notOk('secret' in (await send('GET')).body);
  t.not((await send('PUT', { url })).body.secret, set.body.secret);
  t.equal((await send('GET', undefined, client.key)).status, 404, 'others have none');
  for (const body of [{}, { url: 'ftp://x' }, { url, more: 1 }, [url]]) t.equal((await send('PUT', body)).status, 400);
  t.equal((await send('DELETE')).status, 204);
  t.equal((await send('DELETE')).status, 404);
  t.equal((await client.request(path, { method: 'PUT' })).status, 401);
});
