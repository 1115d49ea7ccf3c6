import { paymentAddressKey } from '@shirube/contracts';
import type { Test } from 'tap';
import { parseService, type SearchFilter, type SearchReader, type Sort } from '../../dist/index.js';
import { alike, catalog, entry, serviceId, severalWays } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';
import { hostileTexts } from './hostileTexts.js';

const byPrice: Sort = { by: 'price', order: 'asc' };

async function numbers(reader: SearchReader, filter: SearchFilter, sort: Sort = byPrice): Promise<number[]> {
  const { services, total } = await reader.list({ filter, sort, offset: 0, limit: 100 });
  if (services.length !== total) throw new Error(`${services.length} of ${total} services listed`);
  return services.map(parseService).map(({ id }) => Number(id.slice(-12)));
}

const ascending = (a: number, b: number): number => a - b;

/** Filters, sort orders, totals and pages. */
export async function listConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  await index.apply([...catalog, ...alike].map((upsert) => ({ upsert })));
  const small = { categories: ['tools'] };

  await t.test('a service comes back as it was sent', async (t) => {
    const { services } = await reader.list({
      filter: { categories: ['weather'] },
      sort: byPrice,
      offset: 0,
      limit: 5,
    });
    t.strictSame(services.map(parseService), [catalog[0]?.service]);
  });

  await t.test('each filter finds the services that it describes', async (t) => {
    const found = async (filter: SearchFilter) => (await numbers(reader, filter)).sort(ascending);
    t.strictSame(await found({ categories: ['translation'] }), [3]);
    t.strictSame(await found({ chains: ['polygon'] }), [2]);
    t.strictSame(await found({ chains: ['solana'] }), [5]);
    t.ok((await found({ chains: ['base'] })).includes(10), 'the chain of a CAIP-2 id is its known name');
    t.strictSame(await found({ chains: ['cosmos:Hub-4'] }), [12]);
    t.strictSame(await found({ chains: ['COSMOS:hub-4'] }), [12], 'in any case');
    t.strictSame(await found({ status: 'verified' }), [1]);
    t.strictSame(await found({ status: 'inactive' }), [3]);
    t.strictSame(await found({ currencies: ['JPYC'] }), [4, 6], 'in any case');
    t.strictSame(await found({ currencies: ['EURC', 'JPYC'] }), [4, 6], 'one of several');
    t.strictSame(await found({ chains: ['polygon', 'Solana'] }), [2, 5], 'one of several');
    t.strictSame(await found({ notChains: ['BASE', 'cosmos:hub-4'] }), [2, 5], 'none of several');
    const notInDollars = await found({ notCurrencies: ['USDC'] });
    t.strictSame(notInDollars, [4, 6], 'none of several, in any case');
    t.strictSame(await found({ notCurrencies: ['usdc', 'JPYC'] }), []);
    t.strictSame(await found({ free: true }), [10, 13], 'for nothing, or some of it');
    t.strictSame(await found({ minTrust: 80 }), [1, 3, 8], 'as trusted, or more');
    t.strictSame(await found({ minTrust: 81 }), [8]);
    t.strictSame(await found({ minUptime: 99.5 }), [1, 2], 'as often up, or more');
    t.strictSame(await found({ minUptime: 99.51 }), [2]);
    t.strictSame(await found({ categories: ['weather', 'Translation'] }), [1, 3], 'one of several');
    t.strictSame(await found({ categories: ['no-such', 'weather'] }), [1]);
    const inJapanese = catalog.filter(({ service }) => /[ぁ-ん]/.test(service.description));
    t.strictSame(
      await found({ language: 'ja' }),
      inJapanese.map(({ service }) => Number(service.id.slice(-12))),
    );
    t.strictSame(await found({ categories: ['no-such'] }), []);
    t.strictSame(await found({ chains: ['no-such'] }), []);
  });

  await t.test('a list can be limited to a payment address, and to services that can be discovered', async (t) => {
    const paid = [
      entry(300, { name: 'Paid on Base', category: 'paid', price: '0.01' }),
      entry(301, { name: 'Paid too finely', category: 'paid', price: '0.0000001' }),
      entry(302, { name: 'Gone', category: 'paid', status: 'inactive' }),
      entry(303, { name: 'Paid on Solana', category: 'paid', network: 'solana' }),
      entry(304, { name: 'In an unknown coin', category: 'paid', currency: 'POINTS' }),
    ];
    await index.apply(paid.map((upsert) => ({ upsert })));
    t.strictSame(await numbers(reader, { categories: ['paid'], discoverable: true }), [300, 303]);
    const payTo = paymentAddressKey(paid[0]?.service.x402Config.paymentAddress ?? '');
    t.strictSame(await numbers(reader, { payTo }), [300]);
    t.strictSame(await numbers(reader, { payTo: paymentAddressKey('nobody') }), []);
    await index.apply(paid.map(({ service }) => ({ remove: service.id })));
  });

  await t.test('prices are bounded as numbers', async (t) => {
    const below = async (amount: string, exclusive = false) =>
      (await numbers(reader, { maxPrice: { amount, exclusive } })).sort(ascending);
    t.strictSame(await below('0'), [10]);
    t.strictSame(await below('0', true), []);
    t.strictSame(await below('0.000000000000000001'), [5, 10]);
    t.strictSame(await below('0.000000000000000001', true), [10]);
    t.strictSame(await below('0.05'), [1, 2, 5, 10]);
    t.strictSame(await below('0.050'), [1, 2, 5, 10]);
    t.strictSame(await below('0.05', true), [5, 10]);
    t.strictSame(await below('0.0499999'), [5, 10]);
    t.strictSame(await below('2'), [1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]);
    t.equal((await below('99999999999999999999')).length, catalog.length + alike.length);
    const above = async (amount: string, exclusive = false) =>
      (await numbers(reader, { minPrice: { amount, exclusive } })).filter((n) => n < 100).sort(ascending);
    t.strictSame(await above('2'), [3, 4, 9]);
    t.strictSame(await above('2', true), [3, 9]);
    const range = {
      minPrice: { amount: '0.05', exclusive: true },
      maxPrice: { amount: '0.5', exclusive: true },
    };
    t.strictSame((await numbers(reader, range)).sort(ascending), [7, 8]);
  });

  await t.test('a service that is paid in several ways is found by any of them, and counted with each', async (t) => {
    await index.apply([{ upsert: severalWays }]);
    const categories = ['ways'];
    const finds = async (filter: SearchFilter) => (await numbers(reader, { categories, ...filter })).length === 1;
    for (const chain of ['base', 'polygon', 'solana', 'avalanche', 'base-sepolia'])
      t.ok(await finds({ chains: [chain] }), chain);
    for (const currency of ['USDC', 'eurc', 'JPYC']) t.ok(await finds({ currencies: [currency] }), currency);
    t.notOk(await finds({ currencies: ['USDT'] }));
    t.notOk(await finds({ notCurrencies: ['EURC'] }), 'nor is it without one of them');
    const bound = (amount: string, exclusive = false) => ({ amount, exclusive });
    t.ok(await finds({ maxPrice: bound('0.02') }), 'its lowest price');
    t.notOk(await finds({ maxPrice: bound('0.02', true) }));
    t.ok(await finds({ minPrice: bound('0.09') }), 'its highest');
    t.notOk(await finds({ minPrice: bound('0.09', true) }));
    const { counts } = await reader.facets({ filter: { categories } });
    t.strictSame([...counts.currencies].sort(), [
      ['eurc', 1],
      ['jpyc', 1],
      ['usdc', 1],
    ]);
    t.strictSame([...counts.chains.keys()].sort(), ['avalanche', 'base', 'base-sepolia', 'polygon', 'solana']);
    t.ok(await finds({ minPrice: bound('0.05'), maxPrice: bound('0.05') }), 'one price');
    t.ok(await finds({ minPrice: bound('0.05', true), maxPrice: bound('0.09') }));
    t.notOk(await finds({ minPrice: bound('0.05', true), maxPrice: bound('0.09', true) }), 'none between two prices');
    const jpyc = { currencies: ['JPYC'] };
    t.ok(await finds({ ...jpyc, minPrice: bound('2') }), 'a price in a currency other than the registered one');
    t.ok(await finds({ ...jpyc, minPrice: bound('1'), maxPrice: bound('3', true) }));
    t.notOk(await finds({ ...jpyc, minPrice: bound('2', true) }));
    t.notOk(await finds({ ...jpyc, maxPrice: bound('0.05') }), 'not by the price in another currency');
    t.notOk(await finds({ minPrice: bound('1') }), 'yen are not compared as if they were dollars');
    t.ok(await finds({ currencies: ['usdc', 'jpyc'], minPrice: bound('1') }));
    t.ok(await finds({ ...jpyc, chains: ['polygon'] }));
    t.ok(await finds({ ...jpyc, chains: ['base', 'Polygon'], minPrice: bound('2') }));
    t.notOk(await finds({ ...jpyc, chains: ['base'] }), 'the currency is not taken on that chain');
    t.notOk(await finds({ chains: ['base'], maxPrice: bound('0.02') }), 'the price is not that of the chain');
    t.ok(await finds({ chains: ['polygon'], maxPrice: bound('0.02') }));
    t.notOk(await finds({ chains: ['base-sepolia'], currencies: ['USDC'] }), 'a test network has no price');
    t.notOk(await finds({ chains: ['avalanche'], maxPrice: bound('1') }), 'nor has an unknown coin');
    t.ok(await finds({ chains: ['avalanche'] }));
    const found = await reader.search({
      ...{ text: 'several ways', filter: { ...jpyc, minPrice: bound('1') }, offset: 0, limit: 9 },
    });
    t.equal(found.total, 1, 'in a keyword search too');
    await index.apply([{ remove: severalWays.service.id }]);
  });

  await t.test('of several filters all apply', async (t) => {
    t.strictSame(await numbers(reader, { categories: ['weather'], chains: ['base'], status: 'verified' }), [1]);
    t.strictSame(await numbers(reader, { categories: ['weather'], chains: ['polygon'] }), []);
    const cheap: SearchFilter = {
      categories: ['tools'],
      chains: ['base'],
      status: 'unverified',
      currencies: ['usdc'],
      maxPrice: { amount: '0.1', exclusive: false },
    };
    t.strictSame(await numbers(reader, cheap), [10, 7, 8]);
  });

  await t.test('hostile text in a filter finds nothing and breaks nothing', async (t) => {
    for (const text of hostileTexts) {
      t.strictSame(await numbers(reader, { categories: [text] }), [], `category ${JSON.stringify(text)}`);
      t.strictSame(await numbers(reader, { chains: [text] }), [], `chain ${JSON.stringify(text)}`);
      t.strictSame(await numbers(reader, { currencies: [text] }), [], `currency ${JSON.stringify(text)}`);
    }
  });

  await t.test('prices order as numbers, equal ones by id', async (t) => {
    const unique = async (sort: Sort) => (await numbers(reader, {}, sort)).filter((n) => n < 100);
    t.strictSame(await unique(byPrice), [10, 5, 1, 2, 7, 8, 6, 11, 12, 13, 14, 15, 4, 3, 9]);
    t.strictSame(await unique({ by: 'price', order: 'desc' }), [9, 3, 4, 11, 12, 13, 14, 15, 6, 7, 8, 1, 2, 5, 10]);
  });

  await t.test('trust scores order as numbers, equal ones by id', async (t) => {
    t.strictSame((await numbers(reader, {}, { by: 'trustScore', order: 'desc' })).slice(0, 5), [8, 1, 3, 2, 100]);
    t.strictSame((await numbers(reader, {}, { by: 'trustScore', order: 'asc' })).slice(0, 3), [4, 5, 6]);
  });

  await t.test('services order by when they were made', async (t) => {
    t.strictSame((await numbers(reader, {}, { by: 'createdAt', order: 'asc' })).slice(0, 3), [1, 2, 3]);
    const newest = await numbers(reader, { notChains: ['base'] }, { by: 'createdAt', order: 'desc' });
    t.strictSame(newest, [12, 5, 2]);
  });

  await t.test('services order by when they last changed, to the millisecond', async (t) => {
    const changed = [3, 0, 1, 2].map((milliseconds, n) =>
      entry(200 + n, {
        name: `Changed ${n}`,
        category: 'changed',
        updatedAt: `2026-03-01T00:00:00.00${milliseconds}Z`,
      }),
    );
    await index.apply(changed.map((upsert) => ({ upsert })));
    const order = (order: Sort['order']) => numbers(reader, { categories: ['changed'] }, { by: 'updatedAt', order });
    t.strictSame(await order('asc'), [201, 202, 203, 200]);
    t.strictSame(await order('desc'), [200, 203, 202, 201]);
    await index.apply(changed.map(({ service }) => ({ remove: service.id })));
  });

  await t.test('names order without regard to case and width, by code point', async (t) => {
    const ordered = [15, 10, 11, 13, 7, 3, 5, 1, 14, 4, 12, 6, 9, 2, 8];
    const found = await numbers(reader, {}, { by: 'name', order: 'asc' });
    t.strictSame(
      found.filter((n) => n < 100),
      ordered,
    );
    const backwards = await numbers(reader, {}, { by: 'name', order: 'desc' });
    t.strictSame(
      backwards.filter((n) => n < 100),
      ordered.toReversed(),
    );
  });

  await t.test('a page after the end is empty and has the total', async (t) => {
    const page = await reader.list({
      filter: small,
      sort: byPrice,
      offset: Number.MAX_SAFE_INTEGER,
      limit: 100,
    });
    t.strictSame(page.services, []);
    t.equal(page.total, catalog.filter(({ service }) => service.category === 'tools').length);
    const last = await reader.list({
      filter: {},
      sort: { by: 'name', order: 'asc' },
      offset: 59,
      limit: 100,
    });
    t.strictSame(
      last.services.map((json) => parseService(json).id),
      [serviceId(8)],
    );
  });
}
