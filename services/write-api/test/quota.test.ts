import { changeAccount, createKey, operatorAccount } from '@shirube/catalog';
import type { Problem, ServiceDetail } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, adminKey, database } = await startWriteApi(t, { environment: { SERVICES_PER_ACCOUNT: '5' } });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const owner = (accountId?: string) => createKey(database, { name: 'owner', scopes: ['services:write'], accountId });
const post = (headers: Record<string, string>, body = registration()) =>
  client.request<Pick<ServiceDetail, 'id'> & Problem>('/api/services', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
const countOf = async (accountId: string) =>
  (await database.query('select count(*)::int from services where account_id = $1', [accountId])).rows[0].count;

t.test('an account registers as many services as its quota says, however many it sends at once', async (t) => {
  const { key, accountId } = await owner();
  const spare = await owner(accountId);
  const answers = await times(40, (i) =>
    post({ ...bearer(i % 2 ? key : spare.key), ...(i % 3 === 0 && { 'idempotency-key': `k${i}` }) }),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 5);
  const refused = answers.filter(({ status }) => status === 409);
  t.equal(refused.length, 35);
  for (const { body } of refused) t.equal(body.code, 'too_many_services');
  t.equal(await countOf(accountId), 5);
  const others = await owner();
  t.equal((await post(bearer(others.key))).status, 201, 'others have room of their own');
});

t.test('an operator has no quota, and gives an account another one', async (t) => {
  const { key, accountId } = await owner();
  for (const { status } of await times(8, () => post(bearer(adminKey)))) t.equal(status, 201);
  t.equal(await countOf(operatorAccount), 8);
  const admin = await createKey(database, { name: 'admin', scopes: ['admin'], accountId });
  for (const { status } of await times(6, () => post(bearer(admin.key)))) t.equal(status, 201);
  t.equal((await post(bearer(key))).status, 409, 'but what it registers for an account counts');
  await changeAccount(database, accountId, { serviceQuota: 7 });
  t.equal((await post(bearer(key))).status, 201);
  t.equal((await post(bearer(key))).status, 409);
  await changeAccount(database, accountId, { name: 'renamed' });
  t.equal((await post(bearer(key))).status, 409);
  await changeAccount(database, accountId, { serviceQuota: null });
  t.equal((await post(bearer(key))).status, 409);
});

t.test(
  'a registration is repeated when the quota is used up, and one that was refused is free to be sent again',
  async (t) => {
    const { key, accountId } = await owner();
    const sent = registration();
    const once = (name: string) => post({ ...bearer(key), 'idempotency-key': name }, sent);
    const first = await once('first');
    await times(4, () => post(bearer(key)));
    t.match(await once('first'), { status: 201, body: { id: first.body.id } });
    t.match(await once('late'), { status: 409, body: { code: 'too_many_services' } });
    await client.request(`/api/services/${first.body.id}`, { method: 'DELETE', headers: bearer(key) });
    t.match(await once('late'), { status: 201 });
    t.equal(await countOf(accountId), 5);
  },
);
