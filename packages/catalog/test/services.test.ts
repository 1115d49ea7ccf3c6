import { isServiceId } from '@shirube/contracts';
import { emptyStatus, registration } from '@shirube/testing';
import {
  entriesOf,
  importMany,
  lockAwaited,
  openTransaction,
  outstanding,
  register,
  testCatalog,
} from '@shirube/testing/catalog';
import t from 'tap';
import {
  absenceReason,
  assignServices,
  changeService,
  countServices,
  createRegistrar,
  findService,
  findStatus,
  importServices,
  labelCategory,
  mainNode,
  nodeProgress,
  operatorAccount,
  readCatalog,
  readRevisions,
  recordCheck,
  removeService,
} from '../dist/index.js';

const database = await testCatalog(t);
const priced = (pricePerRequest: string) => ({ pricing: { currency: 'USDC', pricePerRequest } });

t.test('a registered service is found as it was registered', async (t) => {
  const service = await register(database, {
    name: '東京天気 👩‍👩‍👧‍👦 𠮷',
    x402Config: { paymentAddress: '0x209693bc6afc0c5328ba36faf03c514ef312287c', network: 'EIP155:8453' },
  });
  t.ok(isServiceId(service.id));
  t.match(service, {
    status: 'unverified',
    trustScore: 0,
    supportedChains: ['base'],
    x402Config: { network: 'EIP155:8453' },
  });
  t.same(await findService(database, service.id), service);
});

t.test('an invalid or unknown id is not found, changed or removed', async (t) => {
  for (const id of ['', 'x', "'; drop table services", '01890000-0000-7000-8000-000000000000', '\u0000']) {
    t.equal(await findService(database, id), undefined);
    t.equal(await findStatus(database, id), undefined);
    t.same(await removeService(database, id), { outcome: 'not_found' });
    t.equal(await absenceReason(database, id), undefined);
    t.equal(await changeService(database, id, { trustScore: 1 }), false);
  }
});

t.test('the status record starts at zero and shows the last check', async (t) => {
  const { id } = await register(database);
  t.same(await findStatus(database, id), { id, ...emptyStatus });
  const lastChecked = new Date('2026-02-03T04:05:06.789Z');
  await recordCheck(database, id, { uptimeScore: 99.126, lastChecked, txCount: 12, totalRevenue: '0.12' });
  await changeService(database, id, { status: 'verified', trustScore: 100 });
  t.match(await findStatus(database, id), {
    trustScore: 100,
    status: 'verified',
    uptimeScore: 99.13,
    lastChecked: '2026-02-03T04:05:06.789Z',
    txCount: 12,
    totalRevenue: 0.12,
  });
});

t.test('a service that is removed while its status is set is not found', async (t) => {
  const [id = ''] = await importMany(database, 1);
  const removal = await openTransaction(t, database);
  await removal.query('delete from services where id = $1', [id]);
  const changed = changeService(database, id, { status: 'verified' });
  await lockAwaited(database);
  await removal.query('commit');
  t.equal(await changed, false);
});

t.test('trust outside 0 to 100 is refused, and nothing changes', async (t) => {
  const service = await register(database);
  for (const trustScore of [-1, 101]) await t.rejects(changeService(database, service.id, { trustScore }));
  t.same(await findService(database, service.id), service);
});

t.test('an import stores all of its services or none', async (t) => {
  const database = await testCatalog(t);
  const bad = registration({ pricing: { currency: 'USDC', pricePerRequest: 'free' } });
  await t.rejects(importServices(database, [registration(), bad]));
  t.equal(await countServices(database), 0);
  await importServices(database, [registration(), registration({ category: 'new-one' })]);
  t.equal(await countServices(database), 2);
  t.equal((await outstanding(database)).length, 2, 'each with its entry in the log');
});

t.test('the whole catalog can be read in pages, in id order', async (t) => {
  const database = await testCatalog(t);
  const ids = await importMany(database, 25);
  for (const size of [1, 10, 25, 100]) {
    const pages = [];
    for await (const page of readCatalog(database, size)) pages.push(page);
    t.same(
      pages.flat().map(({ service }) => service.id),
      ids,
      `pages of ${size}`,
    );
    t.ok(pages.every((page) => page.length <= size));
  }
  const revisions = [];
  for await (const page of readRevisions(database, 10)) revisions.push(...page);
  t.same(
    revisions,
    ids.map((id) => ({ id, revision: 1 })),
  );
  t.equal((await entriesOf(database, [...ids.slice(0, 2), '01890000-0000-7000-8000-000000000000'])).length, 2);
});

t.test(
  'registrations that arrive together are stored together, and one that is refused does not affect the others',
  async (t) => {
    const database = await testCatalog(t);
    const store = createRegistrar(database);
    const bad = registration({ pricing: { currency: 'USDC', pricePerRequest: 'much' } });
    const outcomes = await Promise.allSettled([
      store(registration({ name: 'One' })),
      store(bad),
      store(registration({ name: 'Two' })),
    ]);
    t.strictSame(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const { rows } = await database.query('select name from services order by name');
    t.strictSame(rows, [{ name: 'One' }, { name: 'Two' }]);
    t.match(await nodeProgress(database, mainNode), { pending: 2 });

    await Promise.all(Array.from({ length: 150 }, () => store(registration())));
    const { rows: stored } = await database.query('select count(distinct xmin::text)::int as times from services');
    t.ok(stored[0].times < 10, `150 registrations take a few transactions: ${stored[0].times}`);
  },
);

t.test('a change of many services waits for locks that others hold on some of them, and never deadlocks', async (t) => {
  const database = await testCatalog(t);
  const [first = '', second = ''] = await importMany(database, 2);
  const category = (await findService(database, first))?.category ?? '';
  const changes: Record<string, () => Promise<unknown>> = {
    label: () => labelCategory(database, category, { label: 'Another Label' }),
    owner: () => assignServices(database, operatorAccount, [second, first]),
  };
  for (const [what, change] of Object.entries(changes)) {
    // Its new version comes after the second one, in the table and in its indexes.
    await database.query("update services set currency = currency || 'X' where id = $1", [first]);
    const other = await openTransaction(t, database);
    await other.query('select from services where id = $1 for update', [first]);
    const changing = change();
    await lockAwaited(database);
    await t.resolves(other.query('select from services where id = $1 for update', [second]), what);
    await other.query('commit');
    await t.resolves(changing, what);
  }
});

t.test('the creation time of a service is that of its id', async (t) => {
  const { id, createdAt } = await register(database);
  t.equal(Date.parse(createdAt), Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
});

t.test('prices are stored as sent and compared as numbers', async (t) => {
  const ascending = [
    '0',
    '0.000000000000000001',
    '0.0500',
    '0.050000000000000001',
    '2',
    '10',
    '99999999999999999999.999999999999999999',
  ];
  for (const price of ascending.toReversed()) await register(database, { ...priced(price), name: 'Priced' });
  const { rows } = await database.query<{ id: string; price_per_request: string }>(
    "select id, price_per_request from services where name = 'Priced' order by price",
  );
  t.same(
    rows.map((row) => row.price_per_request),
    ascending,
  );
  const first = rows[2] && (await findService(database, rows[2].id));
  t.equal(first?.pricing.pricePerRequest, '0.0500');
  const same = await database.query("select from services where name = 'Priced' and price = '0.05'");
  t.equal(same.rowCount, 1, '"0.0500" is 0.05, and the next 18th decimal is not');
});

t.test('a price that is not a plain number is refused', async (t) => {
  for (const price of ['-1', 'abc', '', '1e400']) await t.rejects(register(database, priced(price)), `price ${price}`);
});

t.test('a free quota is a whole number, or absent', async (t) => {
  const pricing = { currency: 'USDC', pricePerRequest: '1', freeQuota: Number.MAX_SAFE_INTEGER };
  const { id } = await register(database, { pricing });
  t.same((await findService(database, id))?.pricing, pricing);
  const none = await register(database, priced('1'));
  t.notOk('freeQuota' in ((await findService(database, none.id))?.pricing ?? { freeQuota: 0 }));
});
