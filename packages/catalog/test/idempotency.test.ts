import { createHash } from 'node:crypto';
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

const owner = keyDigest('somebody');
const plain = registration();

t.test('the same key and body give the same service again', async (t) => {
  const database = await testCatalog(t);
  const first = await registerService(database, plain, { idempotency: { owner, key: 'k' } });
  const second = await registerService(database, plain, { idempotency: { owner, key: 'k' } });
  t.match(first, { outcome: 'created' });
  t.match(second, { outcome: 'repeated' });
  t.same('service' in second && second.service, 'service' in first && first.service);
  t.equal((await outstanding(database)).length, 1);
});

t.test('a body whose fields stand in another order is the same', async (t) => {
  const database = await testCatalog(t);
  const { name, description, ...others } = plain;
  const { currency, pricePerRequest } = others.pricing;
  const first = await registerService(database, plain, { idempotency: { owner, key: 'k' } });
  const reordered = { ...others, pricing: { pricePerRequest, currency }, description, name };
  const second = await registerService(database, reordered, { idempotency: { owner, key: 'k' } });
  t.match(second, { outcome: 'repeated' });
  t.same('service' in second && second.service, 'service' in first && first.service);
});

t.test('a key that an earlier version has stored, with a digest of the body as written, is good', async (t) => {
  const database = await testCatalog(t);
  const body = registration();
  await registerService(database, body, { idempotency: { owner, key: 'k' } });
  const asWritten = createHash('sha256').update(JSON.stringify(body)).digest();
  await database.query('update idempotency_keys set body_digest = $1', [asWritten]);
  t.match(await registerService(database, body, { idempotency: { owner, key: 'k' } }), {
    outcome: 'repeated',
  });
});

t.test('another body under the same key is a conflict, and another owner is not', async (t) => {
  const database = await testCatalog(t);
  await registerService(database, plain, { idempotency: { owner, key: 'k' } });
  const other = { ...plain, name: 'Another' };
  t.same(await registerService(database, other, { idempotency: { owner, key: 'k' } }), {
    outcome: 'conflict',
  });
  t.match(await registerService(database, other, { idempotency: { owner: keyDigest('else'), key: 'k' } }), {
    outcome: 'created',
  });
});

t.test('of many at once exactly one creates the service', async (t) => {
  const database = await testCatalog(t);
  const results = await Promise.all(
    Array.from({ length: 16 }, () => registerService(database, plain, { idempotency: { owner, key: 'race' } })),
  );
  t.equal(results.filter(({ outcome }) => outcome === 'created').length, 1);
  t.equal(results.filter(({ outcome }) => outcome === 'repeated').length, 15);
  const ids = results.map((result) => 'service' in result && result.service.id);
  t.equal(new Set(ids).size, 1, 'everybody hears of the same service');
  t.equal((await outstanding(database)).length, 1);
});

t.test('a key is forgotten after 24 hours', async (t) => {
  const database = await testCatalog(t);
  const age = (hours: number) =>
    database.query('update idempotency_keys set created_at = now() - make_interval(hours => $1)', [hours]);
  const count = async () => (await database.query('select from idempotency_keys')).rowCount;
  await registerService(database, plain, { idempotency: { owner, key: 'k' } });
  await age(23);
  await pruneIdempotencyKeys(database);
  t.equal(await count(), 1);
  await age(25);
  t.match(
    await registerService(database, { ...plain, name: 'New' }, { idempotency: { owner, key: 'k' } }),
    { outcome: 'created' },
    'even if nobody has swept',
  );
  await age(25);
  await pruneIdempotencyKeys(database);
  t.equal(await count(), 0);
});

t.test('a key tells what became of its service since', async (t) => {
  const database = await testCatalog(t);
  const again = () => registerService(database, plain, { idempotency: { owner, key: 'k' } });
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

t.test('what is stored twice, since the first answer was lost, is there once', async (t) => {
  const database = await testCatalog(t);
  const twice = createRegistrar(database, async (work) => {
    await work();
    return work();
  });
  for (const idempotency of [undefined, { owner, key: 'k' }]) {
    t.match(await twice(registration(), { idempotency }), { outcome: 'created' });
  }
  t.equal((await outstanding(database)).length, 2);
});
