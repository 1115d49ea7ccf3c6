import { importLines } from '@shirube/exchange';
import { registration } from '@shirube/testing';
import { register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  assignServices,
  changeAccount,
  createAccount,
  createKey,
  createRegistrar,
  findAccounts,
  findLiveKey,
  importServices,
  keyDigest,
  listAccountServices,
  listAccounts,
  listKeys,
  operatorAccount,
  registrationDigest,
  revokeKey,
  touchKey,
} from '../dist/index.js';

const database = await testCatalog(t);

t.test('a service belongs to the account that registered it, otherwise to the operator', async (t) => {
  const database = await testCatalog(t);
  const { id: accountId } = await createAccount(database, {
    name: 'Weather team',
    contact: 'team@example.com',
  });
  const store = createRegistrar(database);
  const body = registration();
  const idempotency = { owner: Buffer.from('key'), key: 'once' };
  await Promise.all([store(body, { accountId }), store(body, { accountId, idempotency }), store(body)]);
  const line = { registration: body, digest: registrationDigest(body), occurrence: 0 };
  await importLines(database, [line], { restore: false, accountId });
  await importServices(database, [body]);
  t.match(await listAccounts(database), [
    { id: operatorAccount, name: 'operator', services: 2 },
    { id: accountId, name: 'Weather team', contact: 'team@example.com', services: 3 },
  ]);
});

t.test("an account's services are listed newest first, in pages", async (t) => {
  const { id: accountId } = await createAccount(database, { name: 'one' });
  const services = [await register(database), await register(database), await register(database)];
  const ids = services.map(({ id }) => id).reverse();
  t.strictSame(await listAccountServices(database, accountId, { limit: 2 }), { services: [], total: 0 });
  await assignServices(database, accountId, ids);
  const first = await listAccountServices(database, accountId, { limit: 2 });
  const second = await listAccountServices(database, accountId, {
    limit: 2,
    after: first.services.at(-1)?.id,
  });
  t.strictSame(
    [...first.services, ...second.services].map(({ id }) => id),
    ids,
  );
  t.equal(first.total, 3);
  const { services: others } = await listAccountServices(database, operatorAccount, { limit: 100 });
  t.notOk(others.some(({ id }) => ids.includes(id)));
});

t.test('a key belongs to the given account or to one of its own, and an admin key to the operator', async (t) => {
  const database = await testCatalog(t);
  const account = await createAccount(database, { name: 'team' });
  const scopes = ['services:write'] as const;
  const secondKey = await createKey(database, { name: 'second', scopes, accountId: account.id });
  const own = await createKey(database, { name: 'alone', scopes });
  const admin = await createKey(database, { name: 'root', scopes: ['admin'] });
  t.equal(secondKey.accountId, account.id);
  t.match(await findAccounts(database, own.accountId), [{ name: 'alone' }]);
  t.equal(admin.accountId, operatorAccount);
  t.match(await listAccounts(database), [{ liveKeys: 1 }, { liveKeys: 1 }, { liveKeys: 1 }]);
});

t.test('an account is found by id or name, and its name and contact can be changed', async (t) => {
  const { id } = await createAccount(database, { name: 'old' });
  await createAccount(database, { name: 'old' });
  t.equal((await findAccounts(database, 'old')).length, 2);
  t.strictSame(await findAccounts(database, 'nobody'), []);
  await changeAccount(database, id, { name: 'new', contact: 'me' });
  t.match(await findAccounts(database, 'new'), [{ id, contact: 'me' }]);
  await changeAccount(database, id, { contact: '' });
  t.match(await findAccounts(database, id.toUpperCase()), [{ name: 'new', contact: null }]);
});

t.test('a key is returned once and stored as its digest', async (t) => {
  const created = await createKey(database, { name: 'laptop', scopes: ['services:write'] });
  t.match(created.key, /^shk_[A-Za-z0-9_-]{43}$/);
  const { key, ...known } = created;
  t.same(await findLiveKey(database, keyDigest(key)), { ...known, provenHosts: null });
  t.same(await listKeys(database), [known]);
  const { rows } = await database.query('select api_keys::text as row from api_keys');
  t.notOk(JSON.stringify(rows).includes(key.slice(4)), 'the key itself is nowhere');
  t.equal(await findLiveKey(database, keyDigest(`${key}x`)), undefined);
});

t.test('a key that is revoked or has expired is not found, and stays listed', async (t) => {
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
  t.same((await listKeys(database)).map(({ name }) => name).slice(-3), ['a', 'b', 'c'], 'all of them are listed');
});

t.test('the last use of a key is recorded once a minute', async (t) => {
  const { id } = await createKey(database, { name: 'used', scopes: ['admin'] });
  const lastUse = async () => (await listKeys(database)).find((key) => key.id === id)?.lastUsedAt;
  await touchKey(database, id);
  const first = await lastUse();
  t.type(first, 'string');
  await touchKey(database, id);
  t.equal(await lastUse(), first);
});
