import { randomUUID } from 'node:crypto';
import {
  acquireLease,
  advance,
  countServices,
  createKey,
  findLogEnd,
  findPending,
  mainNode,
  nodeFollower,
  revokeKey,
} from '@shirube/catalog';
import { recordStatements, registration, switchableAddress, until } from '@shirube/testing';
import t from 'tap';
import { preferredWait } from '../src/preferWait.ts';
import { startWriteApi } from './writeApi.js';

t.test('a stored registration is announced to the indexer once, a refused one never', async (t) => {
  const { client, database, enqueued } = await startWriteApi(t);
  const once = { 'idempotency-key': 'announced' };
  const sent = registration();
  const { body } = await client.post(sent, once);
  await client.post(sent, once);
  t.equal((await client.post(registration({ name: '' }))).status, 400);
  t.strictSame(enqueued, [body.id]);
  t.equal(await countServices(database), 1);
});

t.test('no response of a write may be cached, whether it was done or refused', async (t) => {
  const { client } = await startWriteApi(t);
  const created = await client.post(registration());
  const refused = await client.post(registration({ name: '' }));
  const headers = { authorization: `Bearer ${client.key}` };
  const removed = await client.request(`/api/services/${created.body.id}`, { method: 'DELETE', headers });
  t.strictSame([created.status, refused.status, removed.status], [201, 400, 204]);
  for (const { headers } of [created, refused, removed]) t.equal(headers.get('cache-control'), 'no-store');
});

t.test('a registration takes one statement', async (t) => {
  const { client, pool } = await startWriteApi(t);
  const statements = recordStatements(t, pool);
  await client.post(registration());
  await client.post(registration(), { 'idempotency-key': 'once' });
  const ofKeys = ['find-live-key', 'touch-key'];
  t.strictSame(
    statements.filter((name) => !ofKeys.includes(name)),
    ['store-services', 'register-idempotently'],
  );
});

t.test('an Idempotency-Key has at most 255 characters', async (t) => {
  const { client } = await startWriteApi(t);
  const post = (key: string) => client.post(registration(), { 'idempotency-key': key });
  t.equal((await post('k'.repeat(255))).status, 201);
  t.equal((await post('k'.repeat(256))).status, 400);
});

t.test('a registration takes a live key with the scope', async (t) => {
  const { client, adminKey, database } = await startWriteApi(t, {
    environment: { BOOTSTRAP_API_KEY: 'for-the-first-start' },
  });
  const post = (key: string) => client.post(registration(), { authorization: `Bearer ${key}` });
  t.equal((await post(adminKey)).status, 201, 'an admin may do everything');
  t.equal((await post('for-the-first-start')).status, 201);
  const { id, key } = await createKey(database, { name: 'lost', scopes: ['services:write'] });
  t.equal((await post(key)).status, 201);
  await revokeKey(database, id);
  await until(async () => (await post(key)).status === 401, { message: 'the revoked key is still accepted' });
  const scopeless = await createKey(database, { name: 'reader', scopes: [] });
  t.match(await post(scopeless.key), { status: 403, body: { code: 'forbidden', scope: 'services:write' } });
});

t.test('Prefer: wait holds a registration until it is searchable', async (t) => {
  const { client, database, enqueued } = await startWriteApi(t);

  t.test('the answer to Prefer: wait comes once the service is confirmed in the index', async (t) => {
    const waiting = client.post(registration(), { prefer: 'wait=30' });
    await until(() => enqueued.length === 1, { message: 'the service was not stored' });
    const lease = { follower: nodeFollower(mainNode), holder: randomUUID() };
    await acquireLease(database, lease);
    const isPassed = async () => {
      await advance(database, lease, await findLogEnd(database));
      return (await findPending(database, mainNode, enqueued)).size === 0;
    };
    await until(isPassed, { message: 'older transactions do not end' });
    t.equal((await waiting).headers.get('preference-applied'), 'wait=30');
  });

  t.test('after the time of Prefer: wait the answer says that the service is stored, and no more', async (t) => {
    const { status, headers } = await client.post(registration(), { prefer: 'wait=1' });
    t.equal(status, 201);
    t.notOk(headers.has('preference-applied'));
  });

  t.test('Prefer: wait is read as RFC 7240 writes it, up to 30 seconds', async (t) => {
    const cases: [header: string | string[] | undefined, seconds: number | undefined][] = [
      [undefined, undefined],
      ['wait=5', 5],
      ['respond-async, WAIT = "7"; x=y', 7],
      [['return=minimal', 'wait=3'], 3],
      ['wait=0', 0],
      ['wait=31', 30],
      ['wait=soon', undefined],
      ['wait=-1', undefined],
      ['await=5', undefined],
    ];
    for (const [header, seconds] of cases) t.equal(preferredWait(header), seconds, String(header));
  });
});

t.test('without Postgres a registration is a 503 and stores nothing', async (t) => {
  let address: Awaited<ReturnType<typeof switchableAddress>> | undefined;
  const { client, database } = await startWriteApi(t, {
    environment: { CATALOG_DEADLINE_MS: '1000' },
    async reachedAt(url) {
      address = await switchableAddress(t, url);
      await address.on();
      return address.url;
    },
  });
  const registers = async () => (await client.post(registration())).status === 201;
  await until(registers, { message: 'registrations do not work' });
  const before = await countServices(database);
  await address?.off();
  // A write that was sent on a connection that has just broken has an unknown outcome.
  const away = async () => {
    const reply = await client.post(registration());
    if (reply.status !== 504) return reply;
    t.equal(reply.body.code, 'outcome_unknown');
    return undefined;
  };
  const { status, headers, body } = await until(away, { message: 'it stays uncertain' });
  t.equal(status, 503);
  t.equal(body.code, 'catalog_unavailable');
  t.match(headers.get('retry-after') ?? '', /^\d+$/);
  t.equal(await countServices(database), before);
  await address?.on();
  await until(registers, { message: 'registrations do not work again' });
});
