import type { Registration } from '@shirube/contracts';
import { endpointKey } from '@shirube/domain';
import { recordStatements, registration } from '@shirube/testing';
import { confirmedEnd, entriesOf, indexedSince, proveFor, testCatalog } from '@shirube/testing/catalog';
import t, { type Test } from 'tap';
import {
  assignServices,
  changeService,
  countListed,
  countServices,
  createAccount,
  createRegistrar,
  type Database,
  editService,
  findFirst,
  keyDigest,
  listCategories,
  listServiceHistory,
  migrate,
  operatorAccount,
  readCatalog,
  registerService,
  removeService,
} from '../dist/index.js';

const endpoint = 'https://api.example.com/weather';

async function twoAccounts(t: Test) {
  const database = await testCatalog(t);
  const make = async (name: string) => (await createAccount(database, { name })).id;
  return { database, findDuplicated: duplicateFinder(database), one: await make('one'), two: await make('two') };
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
  return async (at: string, accountId: string) => {
    const client = await database.connect();
    await client.query('begin');
    const result = await createRegistrar(client)(registration({ endpoint: at }), { accountId });
    await client.query('rollback');
    client.release();
    if (!('duplicated' in result)) throw new Error(result.outcome);
    return result.duplicated ?? undefined;
  };
}

t.test('services that are stored together are compared with each other, too', async (t) => {
  const { database, one, two } = await twoAccounts(t);
  const statements = recordStatements(t, database);
  const register = createRegistrar(database);
  const together = async (...registrations: [accountId: string, endpoint: string][]) => {
    const results = await Promise.all(
      registrations.map(([accountId, at]) => register(registration({ endpoint: at }), { accountId })),
    );
    return results.map((result) => {
      if (!('service' in result)) throw new Error(result.outcome);
      return { id: result.service.id, duplicated: result.duplicated, earlier: result.earlier };
    });
  };
  const [first, again, other, last] = await together(
    [one, endpoint],
    [one, endpoint],
    [two, endpoint],
    [two, `${endpoint}/`],
  );
  t.match(
    [first, again, other, last],
    [
      { duplicated: null, earlier: null },
      { duplicated: null, earlier: first?.id },
      { duplicated: first?.id, earlier: null },
      { duplicated: first?.id, earlier: other?.id },
    ],
  );
  t.match(await together([two, endpoint], [one, endpoint]), [
    { duplicated: first?.id, earlier: other?.id },
    { duplicated: null, earlier: first?.id },
  ]);
  t.equal(statements.length, 2, 'each time in one statement');
  const repeat = () =>
    register(registration({ endpoint }), { accountId: two, idempotency: { owner: keyDigest('two'), key: 'k' } });
  for (const outcome of ['created', 'repeated'])
    t.match(await repeat(), { outcome, duplicated: first?.id, earlier: other?.id });
  t.equal(await findFirst(database, last?.id ?? '', 'endpoint_key'), first?.id);
  t.equal(await findFirst(database, again?.id ?? '', 'endpoint_key'), undefined);
});

t.test('of one endpoint the services of the account that came first are no duplicates', async (t) => {
  const { database, findDuplicated, one, two } = await twoAccounts(t);
  const first = await registerFor(database, one);
  const again = await registerFor(database, one, { endpoint: `${endpoint}/`, name: 'Another' });
  const other = await registerFor(database, two, { endpoint: 'https://API.example.com/weather' });
  const otherHost = await registerFor(database, two, { endpoint: 'https://other.example.com' });
  t.strictSame(await Promise.all([first, again, other, otherHost].map((id) => isDuplicate(database, id))), [
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

t.test('copies that an account registers are stored, but only the first is listed', async (t) => {
  const { database, one, two } = await twoAccounts(t);
  const first = await registerFor(database, one);
  const copies: string[] = [];
  for (const changes of [
    {},
    { name: 'plain SERVICE' },
    { description: 'Other words.' },
    { endpoint: `${endpoint}/` },
  ]) {
    copies.push(await registerFor(database, one, changes));
  }
  const others = [
    await registerFor(database, two),
    await registerFor(database, one, { endpoint: `${endpoint}/other` }),
    await registerFor(database, one, { call: { type: 'http', method: 'POST' } }),
  ];
  const listed = async () => {
    const ids: string[] = [];
    for await (const page of readCatalog(database)) ids.push(...page.map(({ service }) => service.id));
    return ids;
  };
  t.strictSame(await listed(), [first, ...others].sort());
  t.equal(await countListed(database), 4);
  t.equal(await countServices(database), 8);
  t.equal((await listCategories(database))[0]?.count, 4, 'as many as a list of the category has');
  t.strictSame(await entriesOf(database, copies), [], 'search does not get them');

  let before = await confirmedEnd(database);
  await editService(database, first, {}, (now) => ({ ...now, name: 'Renamed' }));
  t.ok((await indexedSince(database, before)).includes(copies[0] ?? ''), 'when the first has another name');
  t.strictSame(await listed(), [first, copies[0], ...others].sort());
  before = await confirmedEnd(database);
  await removeService(database, copies[0] ?? '');
  t.ok((await indexedSince(database, before)).includes(copies[1] ?? ''), 'or is removed, the next is listed');
  t.strictSame(await listed(), [first, copies[1], ...others].sort());
});

t.test('of one host only the first service with a description has it as its own', async (t) => {
  const { database, one } = await twoAccounts(t);
  const endpoints = ['https://api.example.com/a', 'https://api.example.com/b', 'https://other.example.com/a'];
  const ids: string[] = [];
  for (const at of endpoints)
    ids.push(await registerFor(database, one, { endpoint: at, description: 'All our tools.' }));
  ids.push(await registerFor(database, one, { endpoint: 'https://api.example.com/c', description: 'Its own.' }));
  const entries = await entriesOf(database, ids);
  const repeats = ids.map((id) => entries.find(({ service }) => service.id === id)?.repeatsDescription);
  t.strictSame(repeats, [false, true, false, false]);
});

t.test('an endpoint may be as long as it may, in any script', async (t) => {
  const { database, findDuplicated, one, two } = await twoAccounts(t);
  const long = `https://api.example.com/${'天'.repeat(2_000)}`;
  const first = await registerFor(database, one, { endpoint: long });
  t.equal(await findDuplicated(long, two), first);
});

t.test('an older service that moves to an endpoint comes after who is there', async (t) => {
  const { database, one, two } = await twoAccounts(t);
  const old = await registerFor(database, two, { endpoint: 'https://old.example.com' });
  const first = await registerFor(database, one);
  await editService(database, old, {}, (current) => ({ ...current, endpoint }));
  t.equal(await isDuplicate(database, old), true);
  t.equal(await isDuplicate(database, first), false);
});

t.test('when the first leaves, the next is first, and all that stand differently are reindexed', async (t) => {
  const { database, findDuplicated, one, two } = await twoAccounts(t);
  const leave: [string, (id: string) => Promise<unknown>][] = [
    ['it is removed', (id) => removeService(database, id)],
    ['it moves', (id) => editService(database, id, {}, (now) => ({ ...now, endpoint: `${endpoint}/moved` }))],
  ];
  for (const [how, go] of leave) {
    const first = await registerFor(database, one, { endpoint: `${endpoint}/${how}` });
    const next = await registerFor(database, two, { endpoint: `${endpoint}/${how}` });
    t.equal(await isDuplicate(database, next), true);
    const before = await confirmedEnd(database);
    await go(first);
    t.equal(await isDuplicate(database, next), false, how);
    t.ok((await indexedSince(database, before)).includes(next), 'search will follow');
    t.equal(await findDuplicated(`${endpoint}/${how}`, two), undefined);
  }
  const first = await registerFor(database, one);
  const next = await registerFor(database, two);
  const before = await confirmedEnd(database);
  await assignServices(database, two, [first]);
  t.equal(await isDuplicate(database, first), false);
  t.strictSame(await entriesOf(database, [next]), [], 'if it is handed over to the next, that is a copy');
  t.ok((await indexedSince(database, before)).includes(next));
});

t.test('whose owner has proven to own the endpoint comes first there, until that is no longer so', async (t) => {
  const { database, findDuplicated, one, two } = await twoAccounts(t);
  const first = await registerFor(database, one);
  const owned = await registerFor(database, two);
  const order = async () => [await isDuplicate(database, first), await isDuplicate(database, owned)];
  t.strictSame(await order(), [false, true]);
  const { x402Config } = registration();
  let before = await confirmedEnd(database);
  await proveFor(database, two, { kind: 'wallet', how: 'signature', subject: x402Config.paymentAddress });
  t.strictSame(await order(), [true, false]);
  t.ok((await indexedSince(database, before)).includes(first), 'search will follow');
  t.equal(await findDuplicated(endpoint, one), owned);
  t.match(await listServiceHistory(database, owned), [{ type: 'updated', fields: ['ownerVerified'] }, {}]);

  before = await confirmedEnd(database);
  await editService(database, owned, {}, (now) => ({
    ...now,
    x402Config: { ...now.x402Config, paymentAddress: `0x${'3'.repeat(40)}` },
  }));
  t.strictSame(await order(), [false, true], 'it is paid elsewhere');
  t.ok((await indexedSince(database, before)).includes(first));
  await editService(database, owned, {}, (now) => ({ ...now, x402Config }));
  t.strictSame(await order(), [true, false], 'it is paid again where that was proven');
  before = await confirmedEnd(database);
  await removeService(database, owned);
  t.equal(await isDuplicate(database, first), false, 'it is gone');
  t.ok((await indexedSince(database, before)).includes(first));
});

t.test('what an earlier version has stored is compared, too', async (t) => {
  const { database, findDuplicated, one, two } = await twoAccounts(t);
  const first = await registerFor(database, one);
  await database.query('update services set endpoint_key = null');
  await migrate(database);
  t.equal(await findDuplicated(endpoint, two), first);
  t.equal(await findDuplicated(endpoint, operatorAccount), first);
});

t.test('what was stored when repeated slashes made another endpoint is compared again', async (t) => {
  const { database, findDuplicated, one, two } = await twoAccounts(t);
  const slashes = 'https://api.example.com//v1/x';
  const first = await registerFor(database, one, { endpoint: slashes });
  await database.query("update services set endpoint_key = 'as it was', endpoint_host = null");
  await migrate(database);
  t.equal(await findDuplicated('https://api.example.com/v1/x', two), first);
});
