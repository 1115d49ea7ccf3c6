import type { Registration } from '@shirube/contracts';
import { endpointKey } from '@shirube/domain';
import { recordStatements, registration } from '@shirube/testing';
import { confirmedEnd, entriesOf, indexedSince, proveFor, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  assignServices,
  changeService,
  countListed,
  countServices,
  createAccount,
  createRegistrar,
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
const database = await testCatalog(t);

/** Empties the catalog, and creates two accounts. */
async function twoAccounts() {
  await database.query('delete from services');
  const make = async (name: string) => (await createAccount(database, { name })).id;
  return { one: await make('one'), two: await make('two') };
}

async function registerFor(accountId: string, changes: Partial<Registration> = {}) {
  const result = await registerService(database, registration({ endpoint, ...changes }), { accountId });
  if (!('service' in result)) throw new Error(result.outcome);
  return result.service.id;
}

const isDuplicate = async (id: string) => {
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
async function findDuplicated(at: string, accountId: string) {
  const client = await database.connect();
  await client.query('begin');
  const result = await createRegistrar(client)(registration({ endpoint: at }), { accountId });
  await client.query('rollback');
  client.release();
  if (!('duplicated' in result)) throw new Error(result.outcome);
  return result.duplicated ?? undefined;
}

t.test('services that are stored in one statement are compared with each other, too', async (t) => {
  const { one, two } = await twoAccounts();
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

t.test('only the services of the account that was first at an endpoint are no duplicates there', async (t) => {
  const { one, two } = await twoAccounts();
  const first = await registerFor(one);
  const again = await registerFor(one, { endpoint: `${endpoint}/`, name: 'Another' });
  const other = await registerFor(two, { endpoint: 'https://API.example.com/weather' });
  const otherHost = await registerFor(two, { endpoint: 'https://other.example.com' });
  t.strictSame(await Promise.all([first, again, other, otherHost].map((id) => isDuplicate(id))), [
    false,
    false,
    true,
    false,
  ]);
  t.equal(await findDuplicated(endpoint, two), first);
  t.equal(await findDuplicated(endpoint, one), undefined);
  await changeService(database, other, { status: 'verified' });
  t.equal(await isDuplicate(other), false, 'while it is verified it is none');
});

t.test('copies that an account registers are stored, but only the first is listed', async (t) => {
  const { one, two } = await twoAccounts();
  const first = await registerFor(one);
  const copies: string[] = [];
  for (const changes of [
    {},
    { name: 'plain SERVICE' },
    { description: 'Other words.' },
    { endpoint: `${endpoint}/` },
  ]) {
    copies.push(await registerFor(one, changes));
  }
  const others = [
    await registerFor(two),
    await registerFor(one, { endpoint: `${endpoint}/other` }),
    await registerFor(one, { call: { type: 'http', method: 'POST' } }),
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

t.test('of the services of a host with one description only the first does not repeat it', async (t) => {
  const { one } = await twoAccounts();
  const endpoints = ['https://api.example.com/a', 'https://api.example.com/b', 'https://other.example.com/a'];
  const ids: string[] = [];
  for (const at of endpoints) ids.push(await registerFor(one, { endpoint: at, description: 'All our tools.' }));
  ids.push(await registerFor(one, { endpoint: 'https://api.example.com/c', description: 'Its own.' }));
  const entries = await entriesOf(database, ids);
  const repeats = ids.map((id) => entries.find(({ service }) => service.id === id)?.repeatsDescription);
  t.strictSame(repeats, [false, true, false, false]);
});

t.test('an endpoint of the maximum length is compared in any script', async (t) => {
  const { one, two } = await twoAccounts();
  const long = `https://api.example.com/${'天'.repeat(2_000)}`;
  const first = await registerFor(one, { endpoint: long });
  t.equal(await findDuplicated(long, two), first);
});

t.test('an older service that moves to an endpoint is a duplicate of the one that is there', async (t) => {
  const { one, two } = await twoAccounts();
  const old = await registerFor(two, { endpoint: 'https://old.example.com' });
  const first = await registerFor(one);
  await editService(database, old, {}, (current) => ({ ...current, endpoint }));
  t.equal(await isDuplicate(old), true);
  t.equal(await isDuplicate(first), false);
});

t.test('when the first service leaves an endpoint, the next is no duplicate any more and is reindexed', async (t) => {
  const { one, two } = await twoAccounts();
  const leave: [string, (id: string) => Promise<unknown>][] = [
    ['it is removed', (id) => removeService(database, id)],
    ['it moves', (id) => editService(database, id, {}, (now) => ({ ...now, endpoint: `${endpoint}/moved` }))],
  ];
  for (const [how, go] of leave) {
    const first = await registerFor(one, { endpoint: `${endpoint}/${how}` });
    const next = await registerFor(two, { endpoint: `${endpoint}/${how}` });
    t.equal(await isDuplicate(next), true);
    const before = await confirmedEnd(database);
    await go(first);
    t.equal(await isDuplicate(next), false, how);
    t.ok((await indexedSince(database, before)).includes(next), 'search will follow');
    t.equal(await findDuplicated(`${endpoint}/${how}`, two), undefined);
  }
  const first = await registerFor(one);
  const next = await registerFor(two);
  const before = await confirmedEnd(database);
  await assignServices(database, two, [first]);
  t.equal(await isDuplicate(first), false);
  t.strictSame(await entriesOf(database, [next]), [], 'if it is handed over to the next, that is a copy');
  t.ok((await indexedSince(database, before)).includes(next));
});

t.test('a service whose owner has proven to own the endpoint comes first there while the proof applies', async (t) => {
  const { one, two } = await twoAccounts();
  const first = await registerFor(one);
  const owned = await registerFor(two);
  const order = async () => [await isDuplicate(first), await isDuplicate(owned)];
  t.strictSame(await order(), [false, true]);
  const { x402Config } = registration();
  let before = await confirmedEnd(database);
  await proveFor(database, two, {
    kind: 'wallet',
    how: 'signature',
    subject: x402Config.paymentAddress,
    endpoint,
  });
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
  t.strictSame(await order(), [false, true], 'no check has seen that it is paid there again');
  const proof = { how: 'signature', at: new Date().toISOString() };
  await database.query('update services set owner_verified = $2 where id = $1', [owned, JSON.stringify(proof)]);
  t.strictSame(await order(), [true, false]);
  before = await confirmedEnd(database);
  await removeService(database, owned);
  t.equal(await isDuplicate(first), false, 'it is gone');
  t.ok((await indexedSince(database, before)).includes(first));
});

t.test('services that an earlier version stored are compared, too', async (t) => {
  const { one, two } = await twoAccounts();
  const first = await registerFor(one);
  await database.query('update services set endpoint_key = null');
  await migrate(database);
  t.equal(await findDuplicated(endpoint, two), first);
  t.equal(await findDuplicated(endpoint, operatorAccount), first);
});

t.test('services that were stored when repeated slashes made another endpoint are compared again', async (t) => {
  const { one, two } = await twoAccounts();
  const slashes = 'https://api.example.com//v1/x';
  const first = await registerFor(one, { endpoint: slashes });
  await database.query("update services set endpoint_key = 'as it was', endpoint_host = null");
  await migrate(database);
  t.equal(await findDuplicated('https://api.example.com/v1/x', two), first);
});
