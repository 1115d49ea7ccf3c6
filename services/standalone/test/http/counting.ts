import type { Facets, Problem, Stats } from '@shirube/contracts';
import { type DirectoryClient, registration, solanaWallet } from '@shirube/testing';
import type { Test } from 'tap';

/** GET /api/facets and GET /api/stats: the catalog in numbers. */
export async function counting(t: Test, directory: DirectoryClient): Promise<void> {
  const [category, other] = ['count-lamps', 'count-chairs'];
  const solana = { paymentAddress: solanaWallet, network: 'solana' };
  const priced = (currency: string, pricePerRequest: string) => ({ currency, pricePerRequest });
  await directory.registerAll([
    registration({ name: 'Glowworm lamp', category, pricing: priced('XTST', '0.10') }),
    registration({ name: 'Firefly lamp', category, pricing: priced('XTST', '0.2'), x402Config: solana }),
    registration({ name: 'Candle', category, pricing: priced('xtst', '0.3') }),
    registration({ name: 'Glowworm chair', category: other, pricing: priced('XTST', '40') }),
  ]);
  const facets = async (query: Record<string, string>) =>
    (await directory.get<Facets>(`/api/facets?${new URLSearchParams(query)}`)).body;

  await t.test('facets count what each value of a filter would find', async (t) => {
    const chosen = await facets({ category, currency: 'xtst', sortBy: 'name', limit: '1', offset: '20' });
    t.equal(chosen.total, 3, 'whatever the page');
    t.strictSame(chosen.categories, [
      { id: category, count: 3 },
      { id: other, count: 1 },
    ]);
    t.strictSame(chosen.chains, [
      { chain: 'base', count: 2 },
      { chain: 'solana', count: 1 },
    ]);
    t.strictSame(chosen.statuses, [{ status: 'unverified', count: 3 }]);
    t.strictSame(chosen.currencies, [{ currency: 'XTST', count: 3 }]);
    const onSolana = await facets({ category, chain: 'solana' });
    t.strictSame(
      [onSolana.total, onSolana.chains],
      [
        1,
        [
          { chain: 'base', count: 2 },
          { chain: 'solana', count: 1 },
        ],
      ],
    );
    const cheap = await facets({ currency: 'XTST', maxPricePerRequest: '0.2' });
    t.strictSame(cheap.categories, [{ id: category, count: 2 }]);
    const found = await facets({ query: 'glowworm' });
    t.strictSame(found.categories, [
      { id: other, count: 1 },
      { id: category, count: 1 },
    ]);
    t.strictSame(await facets({ query: 'qqxxyyzz' }), {
      total: 0,
      categories: [],
      chains: [],
      statuses: [],
      currencies: [],
      hosts: [],
      languages: [],
      testnets: [],
      trust: [],
      uptime: [],
    });
  });

  await t.test('facets refuse the parameters that the list refuses', async (t) => {
    for (const [query, parameter] of [
      ['colour=red', 'colour'],
      ['chain=nowhere', 'chain'],
      ['sortBy=age', 'sortBy'],
    ] as const) {
      const { status, body } = await directory.get<Problem>(`/api/facets?${query}`);
      t.equal(status, 400, query);
      t.equal(body.errors?.[0]?.path, parameter);
    }
  });

  await t.test('stats count the whole catalog', async (t) => {
    const { status, body } = await directory.get<Stats>('/api/stats');
    t.equal(status, 200);
    const sum = (counts: readonly { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);
    t.ok(body.total >= 4);
    for (const counts of [body.statuses, body.categories, body.chains, body.prices, body.additions]) {
      t.equal(sum(counts), body.total);
    }
    t.strictSame(
      body.statuses.map(({ status }) => status),
      ['verified', 'unverified', 'inactive'],
    );
    t.match(
      body.categories.find(({ id }) => id === category),
      { label: 'Count Lamps', count: 3 },
    );
    t.strictSame(
      body.prices.find(({ currency }) => currency === 'XTST'),
      {
        currency: 'XTST',
        count: 4,
        minimum: '0.1',
        lowerQuartile: '0.1',
        median: '0.2',
        upperQuartile: '0.3',
        maximum: '40',
      },
    );
    t.equal(body.additions.length, 90);
    t.strictSame(
      body.additions.map(({ date }) => date).sort(),
      body.additions.map(({ date }) => date),
    );
  });
}
