import type { CatalogEntry, Service } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { intentSearch, keywordSearch, parseService } from '../../dist/index.js';
import { catalog, entry, serviceId } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

const proven = { ownerVerified: { how: 'well-known', at: '2026-11-01T00:00:00.000Z' } } as const;
const signed = { ownerVerified: { how: 'signature', at: '2026-11-01T00:00:00.000Z' } } as const;

/** A service at a host, with other text than its names promise. */
function at(n: number, endpoint: string, changes: Partial<Service> = {}): CatalogEntry {
  const isProven = changes.ownerVerified && changes.ownerVerified.how !== 'signature';
  const texts = { name: `Pool ${n}`, description: 'Rents desks hourly.' };
  const { service, ...rest } = entry(n, { ...texts, price: '5' });
  return {
    ...rest,
    ...(isProven ? { claim: `1 ${changes.ownerVerified?.at}` } : {}),
    service: { ...service, endpoint: `https://${endpoint}`, ...changes },
  };
}

/** Names are recognised where a host spells them, or where its owner states them. */
export async function nameConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const language = await loadLanguage();
  await index.apply(catalog.map((upsert) => ({ upsert })));
  const ask = (text: string) => intentSearch(reader, language, { text, filter: {}, limit: 10 });
  const hits = async (text: string) =>
    (await keywordSearch(reader, language, { text, filter: {}, offset: 0, limit: 10 })).hits.map(
      ({ service, score }) => ({
        ...parseService(service),
        score,
      }),
    );
  /** Adds services for a test. */
  const withServices = async (entries: readonly CatalogEntry[], test: () => Promise<unknown>) => {
    await index.apply(entries.map((upsert) => ({ upsert })));
    await test();
    await index.apply(entries.map(({ service }) => ({ remove: service.id })));
  };
  const topics = ['weather', 'translate', 'weather forecast', '天気', '明日の天気', 'the weather API', 'Weather!'];

  await t.test('a provider that calls itself like what is wanted is not found by that', async (t) => {
    for (const text of topics) {
      const before = [(await ask(text)).services, await hits(text)].map((found) => found.map(({ id }) => id));
      await withServices([at(700, 'desks.example/1', { provider: { name: text } })], async () => {
        const after = [(await ask(text)).services, await hits(text)].map((found) => found.map(({ id }) => id));
        t.strictSame(after, before, text);
      });
    }
  });

  await t.test(
    'ordinary words, alone or several, name no provider and no service, even on a proven host',
    async (t) => {
      for (const text of topics) {
        const services = [
          at(700, 'desks.example/1', { name: text }),
          at(701, 'desks.example/2', { name: text, ...proven }),
          at(702, 'desks.example/3', { provider: { name: text }, ...proven }),
        ];
        await withServices(services, async () => {
          const found = await ask(text);
          t.equal(found.namedProvider, undefined);
          t.not(found.services.length, 0);
          for (const { relevance } of found.services) t.ok(relevance.score < 1, `${text}: ${relevance.score}`);
        });
      }
    },
  );

  await t.test('a host of ordinary words is not named by them, but by its address', async (t) => {
    const hosts = ['weather.vercel.app', 'weatherforecast.com', 'translate-text.dev'];
    await withServices(
      hosts.map((host, i) => at(700 + i, `${host}/x`)),
      async () => {
        for (const text of ['weather', 'weather forecast', 'translate text']) {
          const found = await ask(text);
          t.notOk(hosts.includes(new URL(found.services[0]?.endpoint ?? 'x:').hostname), text);
          t.equal(found.namedProvider, undefined, text);
        }
        for (const host of hosts) t.equal((await ask(host)).namedProvider, host);
      },
    );
  });

  await t.test('a host is not named by words of what is sold that are written as one', async (t) => {
    const words = ['onchain', 'stt', 'websearch', 'qrcode', 'timezone', 'webscraping', 'spellcheck'];
    await withServices(
      words.map((word, i) => at(700 + i, `${word}.vercel.app/x`)),
      async () => {
        for (const word of words) {
          for (const text of [`which api gives ${word} analytics for wallets`, word]) {
            const { services } = await ask(text);
            for (const { relevance } of services) t.ok(relevance.score < 1, text);
          }
        }
      },
    );
  });

  await t.test('a name that its host spells is found first', async (t) => {
    const hosts = ['api.hugen.tokyo', 'nansen.ai', 'x402.loyal-ember.com'];
    await withServices(
      hosts.map((host, i) => at(700 + i, `${host}/x`)),
      async () => {
        for (const [text, i, domain] of [
          ['hugen', 0, 'hugen.tokyo'],
          ['Nansen', 1, 'nansen.ai'],
          ['Loyal Ember', 2, 'loyal-ember.com'],
        ] as const) {
          const { services, namedProvider } = await ask(text);
          t.match(services[0], { id: serviceId(700 + i), relevance: { score: 1 } }, text);
          t.equal(namedProvider, domain);
          t.equal((await hits(text))[0]?.id, serviceId(700 + i), text);
        }
        t.equal((await ask('hugen weather')).services[0]?.id, serviceId(700));
      },
    );
  });

  await t.test('a name that is only stated counts on a proven host, after the host that spells it', async (t) => {
    const stated = { provider: { name: 'Kuroshiro Works' } };
    for (const [proof, isNamed] of [
      [{}, false],
      [signed, false],
      [proven, true],
    ] as const) {
      await withServices([at(700, 'desks.example/1', { ...stated, ...proof })], async () => {
        const { services, namedProvider } = await ask('Kuroshiro Works');
        t.equal(
          services.some(({ relevance }) => relevance.score === 1),
          isNamed,
        );
        t.equal(namedProvider, isNamed ? 'desks.example' : undefined);
        t.equal((await ask('a desk from kuroshiro for an hour')).namedProvider, undefined);
      });
    }
    const copy = { provider: { name: 'Hugen' }, name: 'hugen', trustScore: 100, ...proven };
    await withServices(
      [at(700, 'hugen.tokyo/x'), at(701, 'desks.example/1', copy), at(702, 'hugen.desks.example')],
      async () => {
        const { services, namedProvider } = await ask('hugen');
        t.equal(services[0]?.id, serviceId(700));
        t.equal(namedProvider, 'hugen.tokyo');
        t.equal((await hits('hugen'))[0]?.id, serviceId(700));
      },
    );
  });

  await t.test('a group has the name that its owner states, or else one that its domain spells', async (t) => {
    const named = (n: number, name: string, proof = {}) => at(n, `acme.com/${n}`, { provider: { name }, ...proof });
    const nameOf = async () => (await reader.describeProviders(['acme.com'], {})).get('acme.com')?.name;
    const strangers = [700, 701, 702].map((n) => named(n, 'Acme closed: pay support@desks.example'));
    await withServices(strangers, async () => t.equal(await nameOf(), 'acme.com'));
    await withServices([...strangers, named(703, 'ACME')], async () => t.equal(await nameOf(), 'ACME'));
    const own = named(704, 'Acme, Inc.', proven);
    await withServices([...strangers, named(703, 'ACME'), named(705, 'ACME'), own], async () =>
      t.equal(await nameOf(), 'Acme, Inc.'),
    );
    const later = {
      provider: { name: 'Tenant' },
      ownerVerified: { how: 'dns', at: '2026-11-02T00:00:00.000Z' },
    } as const;
    const tenants = [706, 707].map((n) => at(n, `tenant.acme.com/${n}`, later));
    await withServices([...tenants, own], async () => t.equal(await nameOf(), 'Acme, Inc.'));
    const ofDomain = { claim: '0 2026-11-03T00:00:00.000Z' };
    const owner = { ...at(708, 'api.acme.com/708', { provider: { name: 'Acme Ltd' } }), ...ofDomain };
    await withServices([...tenants, own, owner], async () => t.equal(await nameOf(), 'Acme Ltd'));
    const nameless = { ...at(708, 'api.acme.com/708'), ...ofDomain };
    await withServices([...tenants, nameless], async () => t.equal(await nameOf(), 'acme.com'));
  });
}
