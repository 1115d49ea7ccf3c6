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
  importServices,
  listAccountServices,
  listAccounts,
  operatorAccount,
  registrationDigest,
} from '../dist/index.js';

t.test('a service belongs to the account that registered it, and else to the operator', async (t) => {
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
  const database = await testCatalog(t);
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
  t.equal((await listAccountServices(database, operatorAccount, { limit: 2 })).total, 0);
});

t.test(
  'a key belongs to the account that is named, and else has one of its own; an admin key is the operator’s',
  async (t) => {
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
  },
);

t.test('an account is found by id or name, and its name and contact can be changed', async (t) => {
  const database = await testCatalog(t);
  const { id } = await createAccount(database, { name: 'old' });
  await createAccount(database, { name: 'old' });
  t.equal((await findAccounts(database, 'old')).length, 2);
  t.strictSame(await findAccounts(database, 'nobody'), []);
  await changeAccount(database, id, { name: 'new', contact: 'me' });
  t.match(await findAccounts(database, 'new'), [{ id, contact: 'me' }]);
  await changeAccount(database, id, { contact: '' });
  t.match(await findAccounts(database, id.toUpperCase()), [{ name: 'new', contact: null }]);
});
