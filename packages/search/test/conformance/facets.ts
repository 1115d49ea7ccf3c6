import type { SearchFilter } from '../../dist/index.js';
import { alike, catalog } from '../catalogFixture.js';
import type { EngineUnderTest, Test } from '../conformance.js';

const filters: SearchFilter[] = [
  {},
  { category: 'tools' },
  { category: 'weather', chains: ['base'] },
  { chains: ['Cosmos:Hub-4'], status: 'unverified' },
  { currencies: ['JPYC'], maxPrice: { amount: '1', exclusive: false } },
  { category: 'tools', chains: ['base'], status: 'unverified', currencies: ['usdc'] },
  { category: 'no-such' },
  { status: 'verified', maxPrice: { amount: '0.01', exclusive: false } },
];

/** The last ones say more than any service holds, so that words are given up. */
const texts = [undefined, 'translation', '天気', 'qqxxyyzz', 'のは', 'machine weather', 'twin weather image'];

/** What each value of a filter would find. */
export async function facetConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  await index.apply([...catalog, ...alike].map((upsert) => ({ upsert })));

  async function total(text: string | undefined, filter: SearchFilter): Promise<number> {
    const page = { filter, offset: 0, limit: 1 };
    const sort = { by: 'name', order: 'asc' } as const;
    const found = text === undefined ? reader.list({ ...page, sort }) : reader.search({ ...page, text });
    return (await found).total;
  }

  await t.test('every count is what the list would have with that value', async (t) => {
    for (const filter of filters) {
      for (const text of texts) {
        const { total: all, counts } = await reader.facets({ text, filter });
        const asked = `${text} ${JSON.stringify(filter)}`;
        t.equal(all, await total(text, filter), asked);
        for (const [values, chosen] of [
          [counts.category, (category: string) => ({ category })],
          [counts.chains, (chain: string) => ({ chains: [chain] })],
          [counts.currency, (currency: string) => ({ currencies: [currency] })],
        ] as const) {
          for (const [value, count] of values) {
            t.equal(count, await total(text, { ...filter, ...chosen(value) }), `${asked}: ${value}`);
          }
        }
        for (const status of ['verified', 'unverified', 'inactive'] as const) {
          const count = counts.status.get(status);
          if (count !== undefined) t.equal(count, await total(text, { ...filter, status }), `${asked}: ${status}`);
        }
      }
    }
  });

  await t.test('a value that finds something is not left out, and one that does not is', async (t) => {
    const { total: all, counts } = await reader.facets({ filter: { category: 'weather' } });
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
    t.strictSame([...counts.currency], [['usdc', 1]]);
    const chains = (await reader.facets({ filter: {} })).counts.chains;
    t.strictSame([...chains.keys()].sort(), ['base', 'cosmos:hub-4', 'polygon', 'solana']);
  });
}
