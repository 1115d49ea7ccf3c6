import { randomUUID } from 'node:crypto';
import { endpointKey, type Registration } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import t from 'tap';
import {
  assignServices,
  changeService,
  createAccount,
  createSameEndpointFinder,
  type Database,
  editService,
  migrate,
  operatorAccount,
  registerService,
  removeService,
} from '../dist/index.js';
import { entriesOf, indexedSince, settledEnd, testCatalog } from './testCatalog.js';

const endpoint = 'https://api.example.com/weather';

async function accounts(database: Database) {
  const make = async (name: string) => (await createAccount(database, { name })).id;
  return { one: await make('one'), two: await make('two') };
}

async function registerFor(database: Database, accountId: string, changes: Partial<Registration> = {}) {
  const result = await registerService(database, registration({ endpoint, ...changes }), { accountId });
  if (!('service' in result)) throw new Error(result.outcome);
  return result.service.id;
}

const isDuplicate = async (database: Database, id: string) => {
  const [entry] = await entriesOf(database, [id]);
  return entry?.isDuplicate;
};

t.test('endpoints are compared by where they lead', async (t) => {
  const same = [
    'https://api.example.com/weather',
    'https://API.Example.COM/weather',
    'https://api.example.com:443/weather',
    'http://api.example.com:80/weather/',
    'https://api.example.com/weather//',
    'https://api.example.com/%77eather',
    'https://api.example.com/x/../weather#top',
    'https://api.example.com./weather',
    'https://api.example.com//weather',
    'https://%61pi.example.com/weather',
    'https://ａｐｉ.example。com/weather',
  ];
  t.strictSame([...new Set(same.map(endpointKey))], ['api.example.com/weather']);
  const pairs: [string, string][] = [
    ['https://例え.jp/%e5%a4%a9', 'https://xn--r8jz45g.jp/天'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/?a=%2f', 'https://example.com?a=%2F'],
    ['https://example.com//v1///x', 'https://example.com/v1/x'],
    ['http://0x7f.1:8080/', 'http://127.0.0.1.:8080'],
  ];
  for (const [one, other] of pairs) t.equal(endpointKey(one), endpointKey(other), `${one} ${other}`);
  const others = ['https://api.example.com/Weather', 'https://api.example.com:8443/weather', `${endpoint}?x`];
  for (const other of others) t.not(endpointKey(other), 'api.example.com/weather', other);
});

/** Finds what a service that an account is about to register would be a duplicate of. */
function duplicateFinder(database: Database) {
  const find = createSameEndpointFinder(database);
  return async (at: string, accountId: string) =>
    (await find({ id: randomUUID(), endpoint: at }, accountId)).duplicated;
}

t.test('of one endpoint the services of the account that came first are no duplicates', async (t) => {
  const database = await testCatalog(t);
  const findDuplicated = duplicateFinder(database);
  const { one, two } = await accounts(database);
  const first = await registerFor(database, one);
  const again = await registerFor(database, one, { endpoint: `${endpoint}/` });
  const other = await registerFor(database, two, { endpoint: 'https://API.example.com/weather' });
  const elsewhere = await registerFor(database, two, { endpoint: 'https://other.example.com' });
  t.strictSame(await Promise.all([first, again, other, elsewhere].map((id) => isDuplicate(database, id))), [
    false,
    false,
    true,
    false,
  ]);
  t.equal(await findDuplicated(endpoint, two), first);
  t.equal(await findDuplicated(endpoint, one), undefined);
  await changeService(database, other, { status: 'verified' });
  t.equal(await isDuplicate(database, other), false, 'while it is verified it is none');
});

t.test('an endpoint may be as long as it may, in any script', async (t) => {
  const database = await testCatalog(t);
  const findDuplicated = duplicateFinder(database);
  const { one, two } = await accounts(database);
  const long = `https://api.example.com/${'天'.repeat(2_000)}`;
  const first = await registerFor(database, one, { endpoint: long });
  t.equal(await findDuplicated(long, two), first);
});

t.test('an older service that moves to an endpoint comes after who is there', async (t) => {
  const database = await testCatalog(t);
  const { one, two } = await accounts(database);
  const old = await registerFor(database, two, { endpoint: 'https://old.example.com' });
  const first = await registerFor(database, one);
  await editService(database, old, {}, (current) => ({ ...current, endpoint }));
  t.equal(await isDuplicate(database, old), true);
  t.equal(await isDuplicate(database, first), false);
});

t.test('when the first leaves, the next is first, and all that stand differently are indexed anew', async (t) => {
  const database = await testCatalog(t);
  const findDuplicated = duplicateFinder(database);
  const { one, two } = await accounts(database);
  const leave: [string, (id: string) => Promise<unknown>][] = [
    ['it is removed', (id) => removeService(database, id)],
    ['it moves', (id) => editService(database, id, {}, (now) => ({ ...now, endpoint: `${endpoint}/moved` }))],
    ['it is handed over', (id) => assignServices(database, two, [id])],
  ];
  for (const [how, go] of leave) {
    const first = await registerFor(database, one, { endpoint: `${endpoint}/${how}` });
    const next = await registerFor(database, two, { endpoint: `${endpoint}/${how}` });
    t.equal(await isDuplicate(database, next), true);
    const before = await settledEnd(database);
    await go(first);
    t.equal(await isDuplicate(database, next), false, how);
    t.ok((await indexedSince(database, before)).includes(next), 'search will follow');
    t.equal(await findDuplicated(`${endpoint}/${how}`, two), undefined);
  }
});

t.test('what an earlier version has stored is compared, too', async (t) => {
  const database = await testCatalog(t);
  const findDuplicated = duplicateFinder(database);
  const { one, two } = await accounts(database);
  const first = await registerFor(database, one);
  await database.query('update services set endpoint_key = null');
  await migrate(database);
  t.equal(await findDuplicated(endpoint, two), first);
  t.equal(await findDuplicated(endpoint, operatorAccount), first);
});

t.test('what was stored when repeated slashes made another endpoint is compared anew', async (t) => {
  const database = await testCatalog(t);
  const findDuplicated = duplicateFinder(database);
  const { one, two } = await accounts(database);
  const slashes = 'https://api.example.com//v1/x';
  const first = await registerFor(database, one, { endpoint: slashes });
  await database.query("update services set endpoint_key = 'as it was', endpoint_host = null");
  await migrate(database);
  t.equal(await findDuplicated('https://api.example.com/v1/x', two), first);
});
