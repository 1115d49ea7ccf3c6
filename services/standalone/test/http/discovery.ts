import type { DiscoveryList, DiscoverySearchResult, Service } from '@shirube/contracts';
import { type DirectoryClient, registration, solanaWallet } from '@shirube/testing';
import { HTTPFacilitatorClient } from '@x402/core/http';
import { PaymentRequirementsV2Schema } from '@x402/core/schemas';
import {
  type DiscoveryResourcesResponse,
  type SearchDiscoveryResourcesResponse,
  withBazaar,
} from '@x402/extensions/bazaar';
import type { Test } from 'tap';
import { refuses } from './badParameters.js';
import { beside } from './beside.js';

/** Fails to compile if our responses do not match the types of the SDK. */
export const asTheSdkHasThem = {
  list: (answer: DiscoveryList): DiscoveryResourcesResponse => answer,
  search: (answer: DiscoverySearchResult): SearchDiscoveryResourcesResponse => answer,
};

const payTo = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const priced = (pricePerRequest: string, currency = 'USDC') => ({ currency, pricePerRequest });
const onBase = { paymentAddress: payTo, network: 'base' };

const listed = [
  registration({
    name: 'Harbour tides',
    description: 'Tide tables of every harbour.',
    endpoint: 'https://tides.example/v1',
    category: 'tides',
    pricing: priced('0.0500'),
    x402Config: onBase,
  }),
  registration({
    name: '潮見表',
    description: '港ごとの潮位表を返します。',
    endpoint: 'https://tides.example/ja',
    category: 'tides',
    pricing: priced('12', 'jpyc'),
    x402Config: { paymentAddress: payTo.toLowerCase(), network: 'EIP155:137' },
  }),
  registration({
    name: 'Tides on Solana',
    description: 'Tide tables, paid on Solana.',
    endpoint: 'https://tides.example/solana',
    category: 'tides',
    pricing: priced('0'),
    x402Config: { paymentAddress: solanaWallet, network: 'solana' },
  }),
];
const leftOut = [
  registration({ name: 'Tides in points', pricing: priced('1', 'POINTS'), x402Config: onBase }),
  registration({ name: 'Tides too fine', pricing: priced('0.0000001'), x402Config: onBase }),
  registration({
    name: 'Tides elsewhere',
    x402Config: { paymentAddress: payTo, network: 'eip155:999999' },
  }),
];

/** The discovery protocol of x402, used through its own SDK. */
export async function discovery(t: Test, directory: DirectoryClient): Promise<void> {
  const services = await directory.registerAll(listed);
  await directory.registerAll(leftOut);
  const { bazaar } = withBazaar(new HTTPFacilitatorClient({ url: directory.base })).extensions;
  const known = (service?: Service) => ({ shirube: { id: service?.id, status: 'unverified', trustScore: 0 } });
  const here = (resource: string) => resource.startsWith('https://tides.example/');
  const everything = async (query: Parameters<typeof bazaar.listResources>[0] = {}) => {
    const items: DiscoveryResourcesResponse['items'] = [];
    for (;;) {
      const page = await bazaar.listResources({ limit: 7, ...query, offset: items.length });
      items.push(...page.items);
      if (page.items.length === 0) return { items, total: page.pagination.total };
    }
  };

  await t.test('a service is listed with what x402 needs to pay for it', async (t) => {
    const { items, total } = await everything();
    t.equal(items.length, total, 'the total is exact');
    for (const { accepts } of items) t.ok(PaymentRequirementsV2Schema.safeParse(accepts[0]).success);
    const listedAs = (index: number, way: object) => ({
      resource: listed[index]?.endpoint,
      type: 'http',
      x402Version: 2,
      accepts: [{ scheme: 'exact', maxTimeoutSeconds: 60, ...way }],
      lastUpdated: services[index]?.updatedAt,
      description: listed[index]?.description,
      serviceName: listed[index]?.name,
      tags: ['tides'],
      extensions: known(services[index]),
    });
    t.strictSame(
      items.filter(({ resource }) => here(resource)).sort((a, b) => (a.resource < b.resource ? 1 : -1)),
      [
        listedAs(0, {
          network: 'eip155:8453',
          amount: '50000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo,
          extra: { name: 'USD Coin', version: '2' },
        }),
        listedAs(2, {
          network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
          amount: '0',
          asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
          payTo: solanaWallet,
          extra: {},
        }),
        listedAs(1, {
          network: 'eip155:137',
          amount: '12000000000000000000',
          asset: '0xE7C3D8C9a439feDe00D2600032D5dB0Be71C3c29',
          payTo: payTo.toLowerCase(),
          extra: { name: 'JPY Coin', version: '1' },
        }),
      ],
    );
    t.notOk(
      items.some(({ serviceName }) => leftOut.some(({ name }) => name === serviceName)),
      'what cannot be expressed is left out',
    );
  });

  await t.test('services on test networks come after all others, page after page', async (t) => {
    await directory.registerAll([
      registration({ name: 'Tides of play money', x402Config: { ...onBase, network: 'base-sepolia' } }),
    ]);
    await directory.registerAll([registration({ name: 'Tides of real money' })]);
    // Uses another page size, because a gateway's cached response may be a second old.
    const { items, total } = await everything({ limit: 6 });
    t.equal(items.length, total);
    const isTest = items.map(({ accepts }) => accepts[0]?.network === 'eip155:84532');
    t.ok(isTest.includes(true) && isTest.includes(false));
    t.strictSame(isTest, isTest.toSorted(), 'real money first');
  });

  await t.test('the filters of discovery are applied, with an exact total', async (t) => {
    const found = async (query: Parameters<typeof bazaar.listResources>[0]) => {
      const { items, pagination } = await bazaar.listResources({ limit: 100, ...query });
      t.equal(pagination.total, items.length, JSON.stringify(query));
      return items.map(({ serviceName }) => serviceName).sort();
    };
    t.strictSame(
      await found({ payTo }),
      ['Harbour tides', 'Tides of play money', '潮見表'],
      'on EVM networks in any case',
    );
    t.strictSame(await found({ payTo: payTo.toLowerCase(), network: 'base' }), ['Harbour tides']);
    t.strictSame(await found({ payTo, network: 'eip155:137', type: 'http', scheme: 'exact' }), ['潮見表']);
    t.strictSame(await found({ payTo: solanaWallet.toLowerCase() }), [], 'elsewhere in its own case');
    t.strictSame(await found({ network: 'solana', payTo }), []);
    t.strictSame(await found({ type: 'mcp' }), []);
    t.strictSame(await found({ scheme: 'upto' }), []);
    const { pagination } = await bazaar.listResources({ payTo, limit: 1, offset: 1 });
    t.strictSame(pagination, { limit: 1, offset: 1, total: 3 });
  });

  await t.test('filters keep to the conformance vectors of the Bazaar specification', async (t) => {
    const ask = (query: string) =>
      directory.get<DiscoveryList & { error?: string; code?: string }>(`/discovery/resources?${query}`);
    const empty = [
      'type=mcp',
      'payTo=0x0000000000000000000000000000000000000001',
      'scheme=batch-settlement',
      'network=eip155:999999999',
      'extensions=payment-identifier',
    ];
    for (const query of empty) {
      const { status, body } = await ask(query);
      t.equal(status, 200, query);
      t.match(body, { items: { length: 0 }, pagination: { total: 0 } }, query);
    }
    const malformed = await ask('network=!!!');
    t.equal(malformed.status, 400);
    t.match(malformed.body, { error: /network must be a known chain/, code: 'validation_failed' });
    const { body: first } = await ask('limit=50');
    const counts = new Map<string, number>();
    for (const { network } of first.items.flatMap(({ accepts }) => accepts)) {
      counts.set(network, (counts.get(network) ?? 0) + 1);
    }
    const [rarest] = [...counts].sort((a, b) => a[1] - b[1])[0] ?? [];
    const { body: found } = await ask(`limit=50&network=${rarest}`);
    t.ok(found.items.length > 0);
    for (const { accepts } of found.items) t.ok(accepts.some(({ network }) => network === rarest));
    t.equal((await ask('extensions=shirube&limit=1')).body.pagination.total, first.pagination.total);
  });

  await t.test('the services that are paid to an address are listed by it', async (t) => {
    const { body } = await directory.get<{ payTo: string; resources: { serviceName: string }[] }>(
      `/discovery/merchant?payTo=${payTo}`,
    );
    t.equal(body.payTo, payTo);
    const names = body.resources.map(({ serviceName }) => serviceName);
    // Those of real money were registered at the same time, in any order.
    t.strictSame(names.slice(0, 2).sort(), ['Harbour tides', '潮見表']);
    t.strictSame(names.slice(2), ['Tides of play money']);
    await refuses(t, directory, '/discovery/merchant', 'payTo');
  });

  await t.test(
    'the search of discovery understands sentences, also in Japanese, and has pages by cursor',
    async (t) => {
      const names = (answer: SearchDiscoveryResourcesResponse) =>
        answer.resources.map(({ serviceName }) => serviceName);
      const query = 'tide tables of a harbour';
      const english = await bazaar.search({ query, limit: 100 });
      t.ok(names(english).includes('Harbour tides'));
      t.equal(english.pagination?.cursor, null);
      const japanese = await bazaar.search({ query: '港の潮位を知りたい' });
      t.ok(names(japanese).includes('潮見表'));
      t.strictSame(names(await bazaar.search({ query: '潮位', network: 'polygon', payTo })), ['潮見表']);
      t.strictSame(names(await bazaar.search({ query: 'tides', type: 'mcp' })), []);
      const cheap = await bazaar.search({ query: 'tides under 0.01 USDC' });
      t.notOk(names(cheap).includes('Harbour tides'), 'what a sentence says of prices is applied');
      const readPages = async (query: string) => {
        const pages: (string | undefined)[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await bazaar.search({ query, limit: 1, ...(cursor ? { cursor } : {}) });
          t.ok(page.resources.length <= 1);
          t.equal(page.partialResults, false);
          pages.push(...names(page));
          cursor = page.pagination?.cursor ?? null;
        }
        return pages;
      };
      const readWhole = async (query: string) => names(await bazaar.search({ query, limit: 100 }));
      const { whole, pages } = await beside(query, readWhole, readPages);
      t.strictSame(pages, whole);
    },
  );

  await t.test('a cursor of another query and a limit that is too high are a 400 that names them', async (t) => {
    const { body: first } = await directory.get<DiscoverySearchResult>('/discovery/search?query=tides&limit=1');
    const otherQuery = `/discovery/search?query=harbours&limit=1&cursor=${first.pagination.cursor}`;
    await refuses(t, directory, otherQuery, 'cursor');
    await t.rejects(bazaar.listResources({ limit: 1_000 }), /400.*limit must be a whole number from 1 to 100/);
  });
}
