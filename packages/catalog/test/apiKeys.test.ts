import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { createKey, findLiveKey, keyDigest, listKeys, revokeKey, touchKey } from '../dist/index.js';

t.test('a key is shown once and stored as its digest', async (t) => {
  const database = await testCatalog(t);
  const created = await createKey(database, { name: 'laptop', scopes: ['services:write'] });
  t.match(created.key, /^shk_[A-Za-z0-9_-]{43}$/);
  const { key, ...known } = created;
  t.same(await findLiveKey(database, keyDigest(key)), { ...known, provenHosts: null });
  t.same(await listKeys(database), [known]);
  const { rows } = await database.query('select api_keys::text as row from api_keys');
  t.notOk(JSON.stringify(rows).includes(key.slice(4)), 'the key itself is nowhere');
  t.equal(await findLiveKey(database, keyDigest(`${key}x`)), undefined);
});

t.test('a revoked or expired key is dead', async (t) => {
  const database = await testCatalog(t);
  const revoked = await createKey(database, { name: 'a', scopes: ['admin'] });
  t.equal(await revokeKey(database, revoked.id), true);
  t.equal(await revokeKey(database, revoked.id), false, 'once is enough');
  t.equal(await revokeKey(database, 'no such id'), false);
  t.equal(await findLiveKey(database, keyDigest(revoked.key)), undefined);

  const expired = await createKey(database, {
    name: 'b',
    scopes: ['admin'],
    expiresAt: new Date(Date.now() - 1),
  });
  t.equal(await findLiveKey(database, keyDigest(expired.key)), undefined);
  const valid = await createKey(database, {
    name: 'c',
    scopes: ['admin'],
    expiresAt: new Date(Date.now() + 60_000),
  });
  t.ok(await findLiveKey(database, keyDigest(valid.key)));
  t.same(
    (await listKeys(database)).map(({ name }) => name),
    ['a', 'b', 'c'],
    'all of them are on record',
  );
});

t.test('the last use is noted, to the minute', async (t) => {
  const database = await testCatalog(t);
  const { id } = await createKey(database, { name: 'a', scopes: ['admin'] });
  await touchKey(database, id);
  const first = (await listKeys(database))[0]?.lastUsedAt;
  t.type(first, 'string');
  await touchKey(database, id);
  t.equal((await listKeys(database))[0]?.lastUsedAt, first);
});
