import type { Test } from 'tap';
import { countReached, type SearchFilter, trustLevels, uptimeLevels } from '../../dist/index.js';
import { alike, catalog, severalWays } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

const filters: SearchFilter[] = [
  {},
  { categories: ['tools'] },
  { categories: ['weather'], chains: ['base'] },
  { chains: ['Cosmos:Hub-4'], status: 'unverified' },
  { currencies: ['JPYC'], maxPrice: { amount: '1', exclusive: false } },
  { categories: ['tools'], chains: ['base'], status: 'unverified', currencies: ['usdc'] },
  { categories: ['no-such'] },
  { categories: ['tools', 'weather'], minUptime: 90, language: 'en' },
  { minTrust: 50, chains: ['base', 'polygon'] },
  { status: 'verified', maxPrice: { amount: '0.01', exclusive: false } },
  { minPrice: { amount: '1', exclusive: false }, chains: ['polygon'] },
  { minPrice: { amount: '0.06', exclusive: false }, maxPrice: { amount: '3', exclusive: false } },
  { currencies: ['JPYC'], chains: ['base'] },
];

/** The last ones contain more words than any service, so that words are dropped. */
const texts = [undefined, 'translation', '天気', 'qqxxyyzz', 'のは', 'machine weather', 'twin weather image'];

/** Tests how many services each value of a filter would find. */
export async function facetConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  await index.apply([...catalog, ...alike, severalWays].map((upsert) => ({ upsert })));

  async function total(text: string | undefined, filter: SearchFilter): Promise<number> {
    const page = { filter, offset: 0, limit: 1 };
    const sort = { by: 'name', order: 'asc' } as const;
    const found = text === undefined ? reader.list({ ...page, sort }) : reader.search({ ...page, text });
    return (await found).total;
  }

  await t.test('the count of a value is the total of the list with that value', async (t) => {
    for (const filter of filters) {
      for (const text of texts) {
        const { total: all, counts } = await reader.facets({ text, filter });
        const label = `${text} ${JSON.stringify(filter)}`;
        t.equal(all, await total(text, filter), label);
        for (const [values, chosen] of [
          [counts.category, (category: string) => ({ categories: [category] })],
          [counts.chains, (chain: string) => ({ chains: [chain] })],
          [counts.currencies, (currency: string) => ({ currencies: [currency] })],
          [counts.language, (language: string) => ({ language })],
          [counts.testnet, (value: string) => ({ testnet: value === 'true' })],
        ] as const) {
          for (const [value, count] of values) {
            t.equal(count, await total(text, { ...filter, ...chosen(value) }), `${label}: ${value}`);
          }
        }
        for (const { level, count } of countReached(trustLevels, counts.trustLevel)) {
          t.equal(count, await total(text, { ...filter, minTrust: level }), `${label}: trust ${level}`);
        }
        for (const { level, count } of countReached(uptimeLevels, counts.uptimeLevel)) {
          t.equal(count, await total(text, { ...filter, minUptime: level }), `${label}: uptime ${level}`);
        }
        for (const status of ['verified', 'unverified', 'inactive'] as const) {
          const count = counts.status.get(status);
          if (count !== undefined) t.equal(count, await total(text, { ...filter, status }), `${label}: ${status}`);
        }
      }
    }
  });

  await t.test('a service with several ways to pay is counted only by those that meet all conditions', async (t) => {
    const countsOf = async (filter: SearchFilter) =>
      (await reader.facets({ filter: { categories: ['ways'], ...filter } })).counts;
    const bound = (amount: string) => ({ amount, exclusive: false });
    const sorted = (values: Map<string, number>) => [...values.keys()].sort();
    t.strictSame(sorted((await countsOf({ currencies: ['JPYC'] })).chains), ['polygon']);
    t.strictSame(sorted((await countsOf({ chains: ['base'] })).currencies), ['eurc', 'usdc']);
    t.strictSame(sorted((await countsOf({ maxPrice: bound('0.02') })).chains), ['polygon']);
    t.strictSame(sorted((await countsOf({ minPrice: bound('1') })).currencies), ['jpyc']);
    await index.apply([{ remove: severalWays.service.id }]);
  });

  await t.test('the counts have every value that finds a service, and no other', async (t) => {
    const { total: all, counts } = await reader.facets({ filter: { categories: ['weather'] } });
    t.equal(all, 1);
    t.strictSame([...counts.category].sort(), [
      ['bulk', 45],
      ['finance', 1],
      ['tools', 12],
      ['translation', 1],
      ['weather', 1],
    ]);
    t.strictSame([...counts.chains], [['base', 1]]);
    t.strictSame([...counts.status], [['verified', 1]]);
    t.strictSame([...counts.currencies], [['usdc', 1]]);
    t.strictSame([...counts.testnet], [['false', 1]]);
    const chains = (await reader.facets({ filter: {} })).counts.chains;
    t.strictSame([...chains.keys()].sort(), ['base', 'cosmos:hub-4', 'polygon', 'solana']);
  });
}
