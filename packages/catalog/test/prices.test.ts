import { register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { findService, listCurrencies } from '../dist/index.js';

const priced = (pricePerRequest: string) => ({ pricing: { currency: 'USDC', pricePerRequest } });

t.test('prices are kept as sent and compared as numbers', async (t) => {
  const database = await testCatalog(t);
  const ascending = [
    '0',
    '0.000000000000000001',
    '0.0500',
    '0.050000000000000001',
    '2',
    '10',
    '99999999999999999999.999999999999999999',
  ];
  for (const price of ascending.toReversed()) await register(database, priced(price));
  const { rows } = await database.query<{ id: string; price_per_request: string }>(
    'select id, price_per_request from services order by price',
  );
  t.same(
    rows.map((row) => row.price_per_request),
    ascending,
  );
  const first = rows[2] && (await findService(database, rows[2].id));
  t.equal(first?.pricing.pricePerRequest, '0.0500');
  const same = await database.query("select from services where price = '0.05'");
  t.equal(same.rowCount, 1, '"0.0500" is 0.05, and the next 18th decimal is not');
});

t.test('a price that is no plain number does not get in', async (t) => {
  const database = await testCatalog(t);
  for (const price of ['-1', 'abc', '', '1e400']) await t.rejects(register(database, priced(price)), `price ${price}`);
});

t.test('a free quota is a whole number, or absent', async (t) => {
  const database = await testCatalog(t);
  const pricing = { currency: 'USDC', pricePerRequest: '1', freeQuota: Number.MAX_SAFE_INTEGER };
  const { id } = await register(database, { pricing });
  t.same((await findService(database, id))?.pricing, pricing);
  const none = await register(database, priced('1'));
  t.notOk('freeQuota' in ((await findService(database, none.id))?.pricing ?? { freeQuota: 0 }));
});

t.test('the currencies in use are counted whatever their case, the most used first', async (t) => {
  const database = await testCatalog(t);
  t.same(await listCurrencies(database), []);
  for (const currency of ['EURC', 'usdc', 'USDC', 'USDC', 'JPYC', 'JPYC']) {
    await register(database, { pricing: { currency, pricePerRequest: '1' } });
  }
  t.same(await listCurrencies(database), [
    { currency: 'USDC', count: 3 },
    { currency: 'JPYC', count: 2 },
    { currency: 'EURC', count: 1 },
  ]);
});
