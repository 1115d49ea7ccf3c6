import { createHash, randomUUID } from 'node:crypto';
import { registration } from '@shirube/testing';
import { outstanding, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  createRegistrar,
  editService,
  keyDigest,
  pruneIdempotencyKeys,
  registerService,
  removeService,
} from '../dist/index.js';

const database = await testCatalog(t);
const plain = registration();

/** A key that no other test uses. */
const newKey = () => ({ owner: keyDigest('somebody'), key: randomUUID() });
const countEntries = async () => (await outstanding(database)).length;

t.test('the same key and body give the same service again', async (t) => {
  const idempotency = newKey();
  const before = await countEntries();
  const first = await registerService(database, plain, { idempotency });
  const second = await registerService(database, plain, { idempotency });
  t.match(first, { outcome: 'created' });
  t.match(second, { outcome: 'repeated' });
  t.same('service' in second && second.service, 'service' in first && first.service);
  t.equal(await countEntries(), before + 1);
});

t.test('a body with its fields in another order is the same body', async (t) => {
  const idempotency = newKey();
  const { name, description, ...others } = plain;
  const { currency, pricePerRequest } = others.pricing;
  const first = await registerService(database, plain, { idempotency });
  const reordered = { ...others, pricing: { pricePerRequest, currency }, description, name };
  const second = await registerService(database, reordered, { idempotency });
  t.match(second, { outcome: 'repeated' });
  t.same('service' in second && second.service, 'service' in first && first.service);
});

t.test('a key that an earlier version stored, with a digest of the body as written, is still valid', async (t) => {
  const idempotency = newKey();
  const body = registration();
  await registerService(database, body, { idempotency });
  const asWritten = createHash('sha256').update(JSON.stringify(body)).digest();
  await database.query('update idempotency_keys set body_digest = $1 where key = $2', [asWritten, idempotency.key]);
  t.match(await registerService(database, body, { idempotency }), {
    outcome: 'repeated',
  });
});

t.test('another body under the same key is a conflict, and another owner is not', async (t) => {
  const idempotency = newKey();
  await registerService(database, plain, { idempotency });
  const other = { ...plain, name: 'Another' };
  t.same(await registerService(database, other, { idempotency }), {
    outcome: 'conflict',
  });
  t.match(await registerService(database, other, { idempotency: { ...idempotency, owner: keyDigest('else') } }), {
    outcome: 'created',
  });
});

t.test('of many registrations with one key at once exactly one creates the service', async (t) => {
  const idempotency = newKey();
  const before = await countEntries();
  const results = await Promise.all(
    Array.from({ length: 16 }, () => registerService(database, plain, { idempotency })),
  );
  t.equal(results.filter(({ outcome }) => outcome === 'created').length, 1);
  t.equal(results.filter(({ outcome }) => outcome === 'repeated').length, 15);
  const ids = results.map((result) => 'service' in result && result.service.id);
  t.equal(new Set(ids).size, 1, 'all return the same service');
  t.equal(await countEntries(), before + 1);
});

t.test('a key expires after 24 hours', async (t) => {
  const idempotency = newKey();
  const { key } = idempotency;
  const age = (hours: number) =>
    database.query('update idempotency_keys set created_at = now() - make_interval(hours => $2) where key = $1', [
      key,
      hours,
    ]);
  const count = async () => (await database.query('select from idempotency_keys where key = $1', [key])).rowCount;
  await registerService(database, plain, { idempotency });
  await age(23);
  await pruneIdempotencyKeys(database);
  t.equal(await count(), 1);
  await age(25);
  t.match(
    await registerService(database, { ...plain, name: 'New' }, { idempotency }),
    { outcome: 'created' },
    'even if nobody has swept',
  );
  await age(25);
  await pruneIdempotencyKeys(database);
  t.equal(await count(), 0);
});

t.test('a repeated key returns the service as it is now, or that it was removed', async (t) => {
  const idempotency = newKey();
  const again = () => registerService(database, plain, { idempotency });
  const first = await again();
  if (!('service' in first)) throw new Error(first.outcome);
  const { id } = first.service;
  const edited = await editService(database, id, {}, (was) => ({ ...was, name: 'Another name' }));
  t.match(edited, { outcome: 'done' });
  const second = await again();
  t.match(second, { outcome: 'repeated', service: { id, name: 'Another name' } });
  t.same('service' in second && second.service, 'service' in edited && edited.service);
  await removeService(database, id);
  t.same(await again(), { outcome: 'removed', id });
});

t.test('a registration that is stored again because its first response was lost is there once', async (t) => {
  const twice = createRegistrar(database, async (work) => {
    await work();
    return work();
  });
  for (const idempotency of [undefined, newKey()]) {
    const before = await countEntries();
    t.match(await twice(registration(), { idempotency }), { outcome: 'created' });
    t.equal(await countEntries(), before + 1);
  }
});
