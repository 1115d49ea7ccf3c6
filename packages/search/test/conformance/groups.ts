import type { CatalogEntry } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { keywordSearch, parseService, providerIn, type SearchFilter, type Sort } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

const sorts: Sort[] = (['price', 'trustScore', 'name', 'createdAt', 'updatedAt'] as const).flatMap((by) => [
  { by, order: 'asc' },
  { by, order: 'desc' },
]);

const hosts = [
  'api.acme.com',
  'eu.acme.com',
  'acme.com',
  'one.vercel.app',
  'two.vercel.app',
  'globex.co.jp',
  '10.0.0.7',
];
const words = ['weather', 'forecast', 'translation'];

/** Services of seven hosts, of which three are of one provider and two are on a domain that lends its subdomains. */
const offers: CatalogEntry[] = Array.from({ length: 120 }, (_, n) => {
  const host = n < 40 ? 'api.acme.com' : (hosts[n % hosts.length] ?? '');
  const made = entry(n, {
    name: `Service ${(n * 7) % 50}`,
    description: `About ${words[n % 3]} and ${words[(n + 1) % 3]}.`,
    category: n % 4 === 0 ? 'tools' : 'weather',
    price: ['0.010', '0.000000000000000001', '12345678901234567890', '1.50', '007', '0'][n % 6] ?? '',
    currency: n % 5 === 0 ? 'jpyc' : 'USDC',
    network: n % 11 === 0 ? 'base-sepolia' : 'base',
    trustScore: (n * 37) % 101,
    updatedAt: new Date(Date.UTC(2026, 0, 1) + (n % 9)).toISOString(),
  });
  const name = host.endsWith('acme.com') ? { provider: { name: n % 3 === 0 ? 'ACME Labs' : 'Acme' } } : {};
  return {
    ...made,
    ...(n % 13 === 0 ? { isDuplicate: true } : {}),
    service: {
      ...made.service,
      ...name,
      ...(n % 11 === 0 ? { testnet: true } : {}),
      endpoint: `https://${host}/${n}`,
    },
  };
});

const filters: SearchFilter[] = [
  {},
  { categories: ['tools'] },
  { host: 'acme.com' },
  { host: 'eu.acme.com' },
  { host: 'one.vercel.app' },
  { host: 'vercel.app' },
  { host: 'acme' },
  { minTrust: 50, currencies: ['JPYC'] },
];

/** Tests results that are grouped by provider, and what is known of providers. */
export async function groupConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const language = await loadLanguage();
  await index.apply(offers.map((upsert) => ({ upsert })));
  /** Keeps the first service of each provider. */
  const firsts = (services: readonly string[]) => {
    const found = new Map<string, string>();
    for (const service of services) if (!found.has(providerIn(service))) found.set(providerIn(service), service);
    return [...found.values()].map((service) => parseService(service).id);
  };
  /** Reads all pages, and checks that each states the same total. */
  async function follow(t: Test, limit: number, read: (offset: number) => Promise<{ total: number; found: string[] }>) {
    const ids: string[] = [];
    for (let offset = 0; ; offset += limit) {
      const { total, found } = await read(offset);
      ids.push(...found.map((service) => parseService(service).id));
      if (found.length === 0) {
        t.equal(total, ids.length);
        return ids;
      }
    }
  }

  await t.test('a host selects its services, and a domain those of all its hosts', async (t) => {
    for (const host of [
      'acme.com',
      'api.acme.com',
      'one.vercel.app',
      'vercel.app',
      'acme',
      '10.0.0.7',
      'globex.co.jp',
    ]) {
      const { total } = await reader.list({ filter: { host }, sort: sorts[0] as Sort, offset: 0, limit: 1 });
      const wanted = offers.filter(({ service: { endpoint } }) => {
        const at = new URL(endpoint).hostname;
        return at === host || (host === 'acme.com' && at.endsWith('.acme.com'));
      });
      t.equal(total, wanted.length, host);
    }
    const { counts, total } = await reader.facets({ filter: { host: 'eu.acme.com', categories: ['tools'] } });
    t.equal(counts.provider.get('eu.acme.com'), total);
    t.equal(counts.provider.has('vercel.app'), false);
    for (const [host, count] of counts.provider) {
      const filter = { host, categories: ['tools'] };
      t.equal((await reader.list({ filter, sort: sorts[0] as Sort, offset: 0, limit: 1 })).total, count, host);
    }
  });

  await t.test('groups are in the order of their best service, on pages of any size', async (t) => {
    for (const filter of filters) {
      for (const sort of sorts) {
        const { services } = await reader.list({ filter, sort, offset: 0, limit: 200 });
        for (const limit of [1, 2, 3, 100]) {
          const ids = await follow(t, limit, async (offset) => {
            const { total, services: found } = await reader.list({ filter, sort, byProvider: true, offset, limit });
            return { total, found };
          });
          t.strictSame(ids, firsts(services), `${JSON.stringify(filter)} ${sort.by} ${sort.order} ${limit}`);
        }
      }
    }
    const request = { filter: {}, sort: sorts[0] as Sort, byProvider: true, limit: 3 };
    const odd = await reader.list({ ...request, offset: 2 });
    const all = await reader.list({ ...request, offset: 0, limit: 10 });
    t.strictSame(odd, { ...all, services: all.services.slice(2, 5), endsInDuplicates: odd.endsInDuplicates });
  });

  await t.test(
    'pages of groups in a keyword search repeat and lose none, also if the query names a provider',
    async (t) => {
      const texts = [
        'weather',
        'weather forecast',
        'acme',
        'acme weather',
        'https://api.acme.com/3',
        'globex acme.com',
        'qqxxyyzz',
      ];
      for (const text of texts) {
        for (const sort of [undefined, ...sorts.slice(0, 3)]) {
          const request = { text, filter: {}, sort };
          const { hits } = await keywordSearch(reader, language, { ...request, offset: 0, limit: 200 });
          for (const limit of [1, 2, 100]) {
            const ids = await follow(t, limit, async (offset) => {
              const page = await keywordSearch(reader, language, { ...request, byProvider: true, offset, limit });
              return { total: page.total, found: page.hits.map(({ service }) => service) };
            });
            t.strictSame(
              ids,
              firsts(hits.map(({ service }) => service)),
              `${text} ${sort?.by} ${sort?.order} ${limit}`,
            );
          }
        }
      }
    },
  );

  await t.test('a provider is described by its services that pass the filter, with exact prices', async (t) => {
    const [acme, other] = ['acme.com', 'globex.co.jp'];
    const all = await reader.describeProviders([acme, other, 'nobody.example'], {});
    t.strictSame([...all.keys()].sort(), [acme, other]);
    const own = offers.filter(({ service }) => /acme\.com/.test(service.endpoint));
    t.strictSame(all.get(acme), {
      domain: acme,
      name: 'Acme',
      services: own.length,
      prices: [
        { currency: 'JPYC', min: '0', max: '12345678901234567890' },
        { currency: 'USDC', min: '0', max: '12345678901234567890' },
      ],
    });
    t.equal(all.get(other)?.name, other);
    const priced = await reader.describeProviders([acme], {
      ...{ currencies: ['usdc'], categories: ['weather'] },
      ...{ minPrice: { amount: '0', exclusive: true }, maxPrice: { amount: '7', exclusive: false } },
    });
    t.strictSame(priced.get(acme)?.prices, [{ currency: 'USDC', min: '0.000000000000000001', max: '7' }]);
    t.equal((await reader.describeProviders([], {})).size, 0);
  });
}
