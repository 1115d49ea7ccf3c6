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
