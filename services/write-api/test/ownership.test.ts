import { createKey, listAccountKeys, lockAccount, revokeKey } from '@shirube/catalog';
import type { AccountKey, AccountService, NewAccountKey, Problem } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import { lockAwaited, openTransaction } from '@shirube/testing/catalog';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, adminKey, database } = await startWriteApi(t);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const other = await createKey(database, { name: 'other', scopes: ['services:write'] });
const own = '/api/account/services';
/** Removes the schedule of the monitor and the sales from a listed service. */
const asRegistered = ({ monitor: _monitor, sales: _sales, ...service }: AccountService) => service;

t.test('a key shows the services of its account, and no others', async (t) => {
  const mine = [await client.post(registration()), await client.post(registration())];
  const theirs = await client.post(registration(), bearer(other.key));
  const spare = await createKey(database, {
    name: 'spare',
    scopes: other.scopes,
    accountId: other.accountId,
  });
  for (const key of [other.key, spare.key]) {
    const { status, body, headers } = await client.get<AccountService[]>(own, bearer(key));
    t.equal(status, 200);
    t.strictSame(body.map(asRegistered), [theirs.body]);
    t.equal(headers.get('x-total-count'), '1');
    t.equal(headers.get('cache-control'), 'no-store');
    t.notOk(headers.has('link'));
  }
  const first = await client.get<AccountService[]>(`${own}?limit=1`, bearer(client.key));
  t.equal(first.headers.get('x-total-count'), '2');
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await client.get<AccountService[]>(next, bearer(client.key));
  t.strictSame([...first.body, ...second.body].map(asRegistered), mine.map(({ body }) => body).reverse());
  t.strictSame((await client.get(own, bearer(adminKey))).body, [], 'the operator has nothing yet');
});

t.test('an account finds its services by a part of the name or endpoint, page by page', async (t) => {
  const { key } = await createKey(database, { name: 'finder', scopes: ['services:write'] });
  for (const name of ['Rain A', 'Rain B', 'Snow'])
    await client.post(registration({ name, endpoint: `https://${name.at(-1)}.example.com/100%` }), bearer(key));
  const names = async (path: string) => {
    const { body, headers } = await client.get<AccountService[]>(path, bearer(key));
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
    return { names: body.map(({ name }) => name), total: headers.get('x-total-count'), next };
  };
  const first = await names(`${own}?query=rAIN&limit=1`);
  t.match(first, { names: ['Rain B'], total: '2' });
  t.match(await names(first.next), { names: ['Rain A'], total: '2' });
  t.match(await names(`${own}?query=w.example`), { names: ['Snow'], total: '1' });
  t.match(await names(`${own}?query=0%25`), { total: '3' });
  t.match(await names(`${own}?query=_`), { names: { length: 0 }, total: '0' });
});

t.test('an account makes and revokes keys, which last no longer than the key that asks for them', async (t) => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { key, accountId } = await createKey(database, { name: 'ends', scopes: ['services:write'], expiresAt });
  const send = (method: string, path = '', body?: object) =>
    client.request<NewAccountKey & Problem>(`/api/account/keys${path}`, {
      method,
      headers: { ...bearer(key), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { status, body: newKey } = await send('POST', '', { name: 'CI' });
  t.equal(status, 201);
  t.match(newKey, { name: 'CI', scopes: ['services:write'], expiresAt: expiresAt.toISOString(), key: /^shk_/ });
  t.equal((await client.get(own, bearer(newKey.key))).status, 200);
  const { body: keys } = await client.get<AccountKey[]>('/api/account/keys', bearer(newKey.key));
  t.strictSame(
    keys.map(({ name }) => name),
    ['ends', 'CI'],
  );
  t.notMatch(JSON.stringify(keys), 'shk_');
  t.match(await send('POST', '', { name: ' ', more: 1 }), { status: 400, body: { errors: [{}, {}] } });

  const foreign = await createKey(database, { name: 'foreign', scopes: ['services:write'] });
  t.equal((await send('DELETE', `/${foreign.id}`)).status, 404, 'those of others are not theirs to revoke');
  t.equal((await send('DELETE', `/${newKey.id}`)).status, 204);
  t.equal((await send('DELETE', `/${newKey.id}`)).status, 404);
  for (let count = 1; count < 19; count += 1) await createKey(database, { name: 'more', scopes: [], accountId });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', '', { name: 'one more' })));
  const refused = answers.filter(({ body }) => body.code === 'too_many_keys');
  t.equal(answers.filter(({ status }) => status === 201).length, 1, 'of many at once one is within the limit');
  t.strictSame([refused.length, refused[0]?.status], [7, 409]);
});

t.test('a key that is revoked while it asks for another key gets none', async (t) => {
  const { id, key, accountId } = await createKey(database, { name: 'leaked', scopes: ['services:write'] });
  const owner = await openTransaction(t, database);
  await lockAccount(owner, accountId);
  const response = client.request<Problem>('/api/account/keys', {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'for later' }),
  });
  await lockAwaited(database);
  t.equal(await revokeKey(database, id), true);
  await owner.query('commit');
  t.match(await response, { status: 401, body: { code: 'unauthorized' } });
  t.strictSame(await listAccountKeys(database, accountId), []);
});

t.test('the list of own services is a 401 without a key, and a 400 with a wrong parameter', async (t) => {
  const { status, headers, body } = await client.get<Problem>(own);
  t.equal(status, 401);
  t.equal(headers.get('www-authenticate'), 'Bearer');
  t.equal(body.code, 'unauthorized');
  for (const query of ['after=x', 'limit=0', 'limit=101', 'offset=1'])
    t.equal((await client.get(`${own}?${query}`, bearer(other.key))).status, 400, query);
});

t.test('a registration of the endpoint of another account is accepted with a link to the first', async (t) => {
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

t.test('an account sets and removes its webhook', async (t) => {
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
  t.match((await send('GET')).body, { url, pending: 0, delivered: 0, failed: 0, dropped: 0, lastError: null });
  t.notOk('secret' in (await send('GET')).body);
  t.not((await send('PUT', { url })).body.secret, set.body.secret);
  t.equal((await send('GET', undefined, client.key)).status, 404, 'others have none');
  for (const body of [{}, { url: 'ftp://x' }, { url, more: 1 }, [url]]) t.equal((await send('PUT', body)).status, 400);
  t.equal((await send('DELETE')).status, 204);
  t.equal((await send('DELETE')).status, 404);
  t.equal((await client.request(path, { method: 'PUT' })).status, 401);
});
