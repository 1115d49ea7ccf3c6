import { changeService, createKey, findService } from '@shirube/catalog';
import type { ServicePatch } from '@shirube/contracts';
import { type RegistrationResponse, registration, solanaWallet, stopRateWindow, wallet } from '@shirube/testing';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, adminKey, database, enqueued } = await startWriteApi(t);
const other = await createKey(database, { name: 'other', scopes: ['services:write'] });

const path = (id: string) => `/api/services/${id}`;
const send = (method: string, id: string, headers: Record<string, string> = {}, body?: string) =>
  client.request<RegistrationResponse>(path(id), {
    method,
    headers: { authorization: `Bearer ${client.key}`, ...headers },
    body: body ?? null,
  });
const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  send('PATCH', id, { 'content-type': 'application/merge-patch+json', ...headers }, JSON.stringify(body));
const remove = (id: string, headers: Record<string, string> = {}) => send('DELETE', id, headers);

t.test('a patch replaces what it names, and null removes', async (t) => {
  const pricing = { currency: 'USDC', pricePerRequest: '0.01', freeQuota: 5 };
  const { body: before } = await client.post(registration({ pricing, name: 'Old "name" \u2028 𠮷' }));
  const changes: ServicePatch = { name: ' 新しい名前 ', category: 'brand-new', pricing: { freeQuota: null } };
  const { status, body, headers } = await patch(before.id, changes);
  t.equal(status, 200);
  t.match(headers.get('content-type') ?? '', /^application\/json/);
  const after = {
    ...before,
    name: '新しい名前',
    category: 'brand-new',
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    updatedAt: body.updatedAt,
  };
  t.strictSame(body, after);
  t.ok(body.updatedAt > before.updatedAt);
  t.strictSame(await findService(database, before.id), after);
  t.equal(enqueued.at(-1), before.id, 'the indexer is told');

  const moved = { x402Config: { network: 'solana', paymentAddress: solanaWallet } };
  const { body: onSolana } = await patch(before.id, moved, { 'content-type': 'application/json' });
  t.match(onSolana, { ...moved, supportedChains: ['solana'] });
  const { body: same } = await patch(before.id, {});
  t.equal(same.updatedAt, onSolana.updatedAt, 'what changes nothing changes nothing');
});

t.test('the result of a patch is checked like a registration, and every fault is named', async (t) => {
  const { body: service } = await client.post(registration());
  const { status, body } = await patch(service.id, {
    name: null,
    trustScore: 100,
    pricing: { pricePerRequest: '-1', colour: 'red' },
    x402Config: { network: 'solana' },
  });
  t.equal(status, 400);
  t.strictSame(body.errors?.map(({ path }) => path).sort(), [
    'name',
    'pricing.colour',
    'pricing.pricePerRequest',
    'trustScore',
    'x402Config.paymentAddress',
  ]);
  const deep = `${'{"pricing":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  const json = { 'content-type': 'application/json' };
  for (const text of ['[]', 'null', '"name"', '7', deep])
    t.equal((await send('PATCH', service.id, json, text)).status, 400, text.slice(0, 20));
  t.equal((await send('PATCH', service.id, json, '{')).body.code, 'malformed_json');
  t.equal((await send('PATCH', service.id, { 'content-type': 'text/plain' }, '{}')).status, 415);
  t.equal((await client.post(registration(), { 'content-type': 'application/merge-patch+json' })).status, 415);
  const wrong = { x402Config: { paymentAddress: wallet.replace('bA36', 'Ba36') } };
  t.match((await patch(service.id, wrong)).body.errors?.[0]?.message, /EIP-55/);
  const unknown = await patch(service.id, { colour: null, pricing: { tax: null } });
  t.strictSame(
    unknown.body.errors?.map(({ path }) => path).sort(),
    ['colour', 'pricing.tax'],
    'also of what is removed',
  );
  t.strictSame(await findService(database, service.id), service);
});

t.test('only keys of the account and admin keys may change and remove', async (t) => {
  const { body: service } = await client.post(registration());
  const theirs = { authorization: `Bearer ${other.key}` };
  for (const answer of [await patch(service.id, { name: 'Mine' }, theirs), await remove(service.id, theirs)]) {
    t.equal(answer.status, 403);
    t.equal(answer.body.code, 'forbidden');
  }
  const nobody = { authorization: '' };
  t.equal((await patch(service.id, { name: 'Mine' }, nobody)).status, 401);
  t.equal((await remove(service.id, nobody)).status, 401);
  t.strictSame(await findService(database, service.id), service);
  const admin = { authorization: `Bearer ${adminKey}` };
  t.equal((await patch(service.id, { name: 'Corrected' }, admin)).body.name, 'Corrected');
  t.equal((await remove(service.id, admin)).status, 204);
});

t.test('If-Match keeps a client from undoing the change of another', async (t) => {
  const { body: service, headers } = await client.post(registration());
  const tag = headers.get('etag') ?? '';
  const outcomes = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => patch(service.id, { name }, { 'if-match': tag })),
  );
  t.strictSame(outcomes.map(({ status }) => status).sort(), [200, 412, 412]);
  t.match(outcomes.find(({ status }) => status === 412)?.body, { code: 'precondition_failed' });
  const changed = outcomes.find(({ status }) => status === 200);
  t.strictSame(await findService(database, service.id), changed?.body);
  t.equal((await remove(service.id, { 'if-match': tag })).status, 412);
  t.equal((await patch(service.id, { name: 'Any' }, { 'if-match': '*' })).status, 200);
  const current = (await patch(service.id, {})).headers.get('etag') ?? '';
  t.equal((await remove(service.id, { 'if-match': `"other", ${current}` })).status, 204);
});

t.test('a change of the endpoint, the price or the payee takes the status verified away', async (t) => {
  const decisive: ServicePatch[] = [
    { endpoint: 'https://api.example.com/moved' },
    { pricing: { pricePerRequest: '0.02' } },
    { pricing: { currency: 'EURC' } },
    { x402Config: { paymentAddress: wallet.toLowerCase() } },
    { x402Config: { network: 'polygon' } },
  ];
  const { body: service } = await client.post(registration());
  await changeService(database, service.id, { status: 'verified', trustScore: 80 });
  t.equal((await patch(service.id, { name: 'Other', pricing: { freeQuota: 1 } })).body.status, 'verified');
  for (const changes of decisive) {
    await changeService(database, service.id, { status: 'verified' });
    const { body } = await patch(service.id, changes);
    t.match(body, { status: 'unverified', trustScore: 80 }, JSON.stringify(changes));
  }
  await changeService(database, service.id, { status: 'inactive' });
  const back = await patch(service.id, { endpoint: 'https://api.example.com/again' });
  t.equal(back.body.status, 'inactive', 'what checks have found otherwise stays');
});

t.test('a removed service is a 410, and an unknown one a 404', async (t) => {
  const { body: service } = await client.post(registration());
  const { status, text } = await remove(service.id, { prefer: 'wait=0' });
  t.equal(status, 204);
  t.equal(text, '');
  t.equal(await findService(database, service.id), undefined);
  for (const answer of [await remove(service.id), await patch(service.id, { name: 'Back' })]) {
    t.equal(answer.status, 410);
    t.equal(answer.body.code, 'service_removed');
  }
  for (const id of ['01890000-0000-7000-8000-000000000000', 'nobody']) {
    t.equal((await remove(id)).status, 404);
    t.equal((await patch(id, {})).body.code, 'service_not_found');
  }
  t.equal((await send('DELETE', `${service.id}?force=1`)).status, 400);
});

t.test('too many edits of a service or an account are a 429, and others can go on', async (t) => {
  const environment = { RATE_LIMIT_SERVICE_EDITS: '3', RATE_LIMIT_ACCOUNT_EDITS: '5' };
  const { client, database } = await startWriteApi(t, { environment });
  const { key: stranger } = await createKey(database, { name: 'stranger', scopes: ['services:write'] });
  const { body: service } = await client.post(registration());
  const { body: another } = await client.post(registration());
  stopRateWindow(t);
  const edit = async (id: string, name: string, key = client.key) => {
    const { status, headers } = await client.request(path(id), {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    return status === 429 ? [status, headers.has('retry-after')] : [status];
  };
  for (let i = 0; i < 3; i += 1) t.same(await edit(service.id, 'Stolen', stranger), [403]);
  for (let i = 0; i < 3; i += 1) t.same(await edit(service.id, `Name ${i}`), [200]);
  t.same(await edit(service.id, 'Name 3'), [429, true]);
  t.match(await findService(database, service.id), { name: 'Name 2' });
  t.same(await edit(another.id, 'Another'), [200], 'its other services can be changed');
  t.same(await edit(another.id, 'Again'), [429, true], 'as long as these are not many');
});
