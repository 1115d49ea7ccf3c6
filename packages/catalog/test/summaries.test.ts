import { solanaWallet } from '@shirube/testing';
import { outstanding, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { changeService, labelCategory, listCategories, listCurrencies, loadChanged, readStats } from '../dist/index.js';

const priced = (currency: string, pricePerRequest: string) => ({ pricing: { currency, pricePerRequest } });

t.test('an empty catalog has figures, all of which are zero', async (t) => {
  const database = await testCatalog(t);
  t.same(await listCategories(database), []);
  t.same(await listCurrencies(database), []);
  const stats = await readStats(database);
  t.match(stats, { total: 0, categories: { length: 0 }, chains: { length: 0 }, prices: { length: 0 } });
  t.strictSame(
    stats.statuses.map(({ count }) => count),
    [0, 0, 0],
  );
  t.equal(stats.additions.length, 90);
  t.equal(stats.settlements.length, 90);
  t.strictSame(
    stats.uptime.map(({ atLeast }) => atLeast),
    [100, 99, 95, 90, 0],
  );
});

t.test('the catalog is counted by status, category, chain, price and day', async (t) => {
  const database = await testCatalog(t);
  const dear = await register(database, priced('USDC', '99999999999999999999.000000000000000001'));
  await register(database, priced('usdc', '0.0500'));
  await register(database, priced('USDC', '0.000000000000000001'));
  await register(database, { ...priced('JPYC', '3'), category: 'weather' });
  const old = await register(database, {
    ...priced('USDC', '0.3'),
    category: 'weather',
    x402Config: { paymentAddress: solanaWallet, network: 'solana' },
  });
  const cosmosConfig = { paymentAddress: 'cosmos1address', network: 'cosmos:Hub-4' };
  const older = await register(database, { ...priced('USDC', '0.20'), x402Config: cosmosConfig });
  await changeService(database, dear.id, { status: 'verified' });
  await changeService(database, old.id, { status: 'inactive' });
  const { rows } = await database.query<{ date: string; counted: boolean }>(
    `update services set created_at = date_trunc('day', now() at time zone 'utc') at time zone 'utc'
        - case id when $1 then interval '89 days' else interval '89 days 1 millisecond' end
      where id in ($1, $2) returning to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as date, id = $1 as counted`,
    [old.id, older.id],
  );

  await database.query(
    `update services set last_checked = now(), uptime_score = case id when $1 then 99.5 else 12 end where id in ($1, $2)`,
    [old.id, older.id],
  );
  await database.query(
    `insert into settlement_days (service_id, day, currency, family, transactions, amount)
      values ($1, (now() at time zone 'utc')::date, 'USDC', 'USD', 3, 1), ($2, (now() at time zone 'utc')::date, 'USDC', 'USD', 4, 1)`,
    [old.id, older.id],
  );
  const stats = await readStats(database);
  t.strictSame(
    stats.uptime.map(({ count }) => count),
    [0, 1, 0, 0, 1],
  );
  t.equal(stats.settlements.at(-1)?.count, 7);
  t.equal(stats.total, 6);
  t.strictSame(stats.statuses, [
    { status: 'verified', count: 1 },
    { status: 'unverified', count: 4 },
    { status: 'inactive', count: 1 },
  ]);
  t.match(stats.categories, [
    { id: 'utilities', label: 'Utilities', count: 4 },
    { id: 'weather', label: 'Weather', labelJa: '天気', count: 2 },
  ]);
  t.strictSame(stats.chains, [
    { chain: 'base', count: 4 },
    { chain: 'cosmos:hub-4', count: 1 },
    { chain: 'solana', count: 1 },
  ]);
  t.strictSame(stats.prices, [
    {
      currency: 'USDC',
      count: 5,
      minimum: '0.000000000000000001',
      lowerQuartile: '0.05',
      median: '0.2',
      upperQuartile: '0.3',
      maximum: '99999999999999999999.000000000000000001',
    },
    {
      currency: 'JPYC',
      count: 1,
      minimum: '3',
      lowerQuartile: '3',
      median: '3',
      upperQuartile: '3',
      maximum: '3',
    },
  ]);
  // Two prices are finer than USDC, JPYC is not known on Base, and nothing on a chain of its own.
  t.strictSame(stats.discovery, { listed: 1, inactive: 1, inexpressible: 4 });
  t.equal(stats.additions.length, 90);
  t.strictSame(
    stats.additions[0],
    { date: rows.find(({ counted }) => counted)?.date, count: 1 },
    'the first of 90 days, and none before it',
  );
  t.equal(stats.additions.at(-1)?.count, 4);
  t.equal(
    stats.additions.reduce((sum, { count }) => sum + count, 0),
    5,
  );
});

t.test('the categories in use are listed with their labels and counts', async (t) => {
  const database = await testCatalog(t);
  await register(database, { category: 'weather' });
  await register(database, { category: 'weather' });
  await register(database, { category: 'quantum-tea-leaves' });
  t.same(await listCategories(database), [
    { id: 'quantum-tea-leaves', label: 'Quantum Tea Leaves', count: 1 },
    { id: 'weather', label: 'Weather', labelJa: '天気', count: 2 },
  ]);
});

t.test('many registrations at once can introduce the same category', async (t) => {
  const database = await testCatalog(t);
  await Promise.all(Array.from({ length: 12 }, () => register(database, { category: 'brand-new' })));
  t.same(await listCategories(database), [{ id: 'brand-new', label: 'Brand New', count: 12 }]);
});

t.test('a new label touches the services of the category, which are loaded with it', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database, { category: 'tea' });
  t.equal(await labelCategory(database, 'tea', { label: 'Tea & Cake', labelJa: 'お茶' }), 1);
  t.match(await outstanding(database), [
    { id, type: 'created' },
    { id, type: 'touched' },
  ]);
  const entry = { serviceId: id, type: 'touched', columns: [], leftEndpoint: null } as const;
  t.match(await loadChanged(database, [entry]), {
    entries: [{ revision: 2, categoryLabel: 'Tea & Cake', categoryLabelJa: 'お茶' }],
  });
});

t.test('the currencies in use are counted in any case, the most used first', async (t) => {
  const database = await testCatalog(t);
  for (const currency of ['EURC', 'usdc', 'USDC', 'USDC', 'JPYC', 'JPYC']) {
    await register(database, { pricing: { currency, pricePerRequest: '1' } });
  }
  t.same(await listCurrencies(database), [
    { currency: 'USDC', count: 3 },
    { currency: 'JPYC', count: 2 },
    { currency: 'EURC', count: 1 },
  ]);
});
