import type {
  ChangesPage,
  Facets,
  IntentSearchGroups,
  KeywordSearchGroups,
  Problem,
  ProviderDetail,
  ProviderSummary,
  ServiceGroup,
} from '@shirube/contracts';
import { type DirectoryClient, registration, solanaWallet } from '@shirube/testing';
import type { Test } from 'tap';
import { refuses } from './badParameters.js';
import { beside } from './beside.js';

/** Follows the next links from a path on. */
async function allPages<Entry>(directory: DirectoryClient, path: string): Promise<{ entries: Entry[]; total: number }> {
  const entries: Entry[] = [];
  let total = 0;
  for (let next: string | undefined = path; next; ) {
    const reply: { headers: Headers; body: Entry[] } = await directory.get<Entry[]>(next);
    entries.push(...reply.body);
    total = Number(reply.headers.get('x-total-count'));
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  return { entries, total };
}

/** Providers, hosts and groups. */
export async function providing(t: Test, directory: DirectoryClient): Promise<void> {
  const category = 'provide-lanterns';
  const paid = (currency: string, pricePerRequest: string) => ({ pricing: { currency, pricePerRequest } });
  const named = { provider: { name: 'Lantern Works' } };
  const at = (endpoint: string, name: string, changes: object = {}) =>
    registration({ name, description: 'Lantern light by the hour', category, endpoint, ...changes });
  const made = await directory.registerAll([
    at('https://api.lantern-works.com/1', 'Lantern one', { ...named, ...paid('USDC', '0.010') }),
    at('https://api.lantern-works.com/2', 'Lantern two', { ...named, ...paid('USDC', '0.000000000000000001') }),
    at('https://eu.lantern-works.com/3', 'Lantern three', { ...paid('JPYC', '300') }),
    at('https://glow.vercel.app/1', 'Lantern of glow', {
      ...paid('USDC', '0.005'),
      x402Config: { paymentAddress: solanaWallet, network: 'solana' },
    }),
    at('https://dusk.vercel.app/1', 'Lantern of dusk', { category: 'provide-other' }),
  ]);

  await t.test('a host selects its services, and a registrable domain those of all its hosts', async (t) => {
    for (const [host, count] of [
      ['lantern-works.com', 3],
      ['API.lantern-works.com', 2],
      ['lantern-works.com.', 3],
      ['glow.vercel.app', 1],
      ['vercel.app', 0],
      ['lantern-works', 0],
    ] as const) {
      t.equal((await directory.list({ host })).headers.get('x-total-count'), String(count), host);
      t.equal((await directory.get<Facets>(`/api/facets?host=${host}`)).body.total, count);
      t.equal((await directory.get<{ total: number }>(`/api/catalog/search?q=lantern&host=${host}`)).body.total, count);
      const intent = await directory.get<IntentSearchGroups>(
        `/api/services/search/intent?q=lantern light&host=${host}`,
      );
      t.equal(intent.body.services.length, count);
      const exported = await directory.get<{ endpoints: unknown[] }>(`/api/export?host=${host}`);
      t.equal(exported.body.endpoints.length, count);
      const changes = await directory.get<ChangesPage>(`/api/changes?host=${host}&limit=1000`);
      t.equal(changes.body.changes.filter(({ service }) => service).length, count, `changes at ${host}`);
    }
    const { hosts } = (await directory.get<Facets>(`/api/facets?category=${category}`)).body;
    t.strictSame(hosts, [
      { host: 'lantern-works.com', count: 3 },
      { host: 'glow.vercel.app', count: 1 },
    ]);
  });

  await t.test('groups have the best service of each provider, with the prices of all', async (t) => {
    const path = `/api/services?group=provider&category=${category}&sortBy=price&sortOrder=desc`;
    const { entries, total } = await allPages<ServiceGroup>(directory, `${path}&limit=1`);
    t.equal(total, 2);
    t.match(entries, [
      {
        provider: {
          ...{ domain: 'lantern-works.com', name: 'Lantern Works', services: 3 },
          prices: [
            { currency: 'JPYC', min: '300', max: '300' },
            { currency: 'USDC', min: '0.000000000000000001', max: '0.01' },
          ],
        },
        service: { id: made[2]?.id },
      },
      { provider: { domain: 'glow.vercel.app', name: 'glow.vercel.app', services: 1 }, service: { id: made[3]?.id } },
    ]);
    t.match((await directory.get<ServiceGroup[]>(`${path}&currency=usdc&query=lantern`)).body, [
      {
        provider: { services: 2, prices: [{ min: '0.000000000000000001', max: '0.01' }] },
        service: { id: made[0]?.id },
      },
      { provider: { services: 1 }, service: { id: made[3]?.id } },
    ]);
    const keywords = (await directory.get<KeywordSearchGroups>('/api/catalog/search?q=lantern&group=provider')).body;
    t.equal(keywords.total, 3);
    t.match(keywords.services[0]?.service.relevance.score, Number);
    const ask = async (query: string, page: string) =>
      (await directory.get<IntentSearchGroups>(`/api/services/search/intent?q=${query}&group=provider${page}`)).body
        .services;
    const { whole: intent, pages } = await beside(
      'lantern light',
      (query) => ask(query, ''),
      (query) => Promise.all([0, 1, 2, 3].map((offset) => ask(query, `&limit=1&offset=${offset}`))),
    );
    t.strictSame(intent.map(({ provider }) => provider.domain).sort(), [
      'dusk.vercel.app',
      'glow.vercel.app',
      'lantern-works.com',
    ]);
    t.match(intent[0]?.service.relevance.reason, String);
    t.strictSame(
      pages.flat().map(({ service }) => service.id),
      intent.map(({ service }) => service.id),
    );
    const byName = await directory.get<IntentSearchGroups>(
      '/api/services/search/intent?q=lantern works&group=provider',
    );
    t.equal(byName.body.namedProvider, 'lantern-works.com');
  });

  await t.test('a group of an intent counts what answers it, not everything that its provider has', async (t) => {
    const sold = (name: string, description: string, pricePerRequest: string) =>
      registration({
        ...{ name, description, category: 'heronry', pricing: { currency: 'USDC', pricePerRequest } },
        endpoint: `https://heron-works.com/${encodeURIComponent(name)}`,
      });
    await directory.registerAll([
      sold('Heron Watch', 'Tracks the migration of herons.', '0.02'),
      sold('Heron Map', 'Maps the migration of herons.', '0.03'),
      sold('Ledger', 'Prints invoices.', '0.5'),
    ]);
    const q = encodeURIComponent('migration of herons');
    const path = `/api/services/search/intent?q=${q}&category=heronry&group=provider`;
    const { services } = (await directory.get<IntentSearchGroups>(path)).body;
    const alone = await directory.intent('migration of herons', { category: 'heronry' });
    t.notOk(alone.services.some(({ name }) => name === 'Ledger'));
    t.match(services, [
      { provider: { domain: 'heron-works.com', services: 2, prices: [{ min: '0.02', max: '0.03' }] } },
    ]);
    t.equal(services.length, 1);
  });

  await t.test('providers are listed in pages, and each has a description', async (t) => {
    for (const sortBy of ['trust', 'services', 'newest']) {
      const { entries, total } = await allPages<ProviderSummary>(directory, `/api/providers?sortBy=${sortBy}&limit=1`);
      const domains = entries.map(({ domain }) => domain);
      t.equal(new Set(domains).size, total, sortBy);
      t.equal(domains.length, total);
      t.strictSame(
        (await allPages<ProviderSummary>(directory, `/api/providers?sortBy=${sortBy}`)).entries.map(
          (one) => one.domain,
        ),
        domains,
      );
    }
    const found = async (query: string) =>
      (await directory.get<ProviderSummary[]>(`/api/providers?${query}`)).body.map(({ domain }) => domain);
    t.strictSame(await found(`category=${category}&chain=solana`), ['glow.vercel.app']);
    t.strictSame(await found('query=LANTERN w'), ['lantern-works.com']);
    t.strictSame(await found('query=no such provider'), []);
    const { body, headers } = await directory.get<ProviderDetail>('/api/providers/Lantern-Works.com');
    // They are registered at the same time, in any order.
    const times = made
      .slice(0, 3)
      .map(({ createdAt }) => createdAt)
      .sort();
    // It may have been checked by now.
    t.ok(body.uptime === null || body.uptime === 0);
    t.ok(headers.get('etag'));
    t.match(body, {
      ...{ domain: 'lantern-works.com', name: 'Lantern Works', services: 3, categories: [category], chains: ['base'] },
      ...{ trust: { median: 0, best: 0 }, verifiedShare: 0, isClaimed: false },
      ...{ firstRegisteredAt: times[0], lastRegisteredAt: times[2] },
      paymentAddresses: { length: 1 },
      prices: { length: 2 },
    });
    for (const written of ['lantern-works.com:80', 'lantern-works.com.', 'https://eu.lantern-works.com/3'])
      t.match((await directory.get(`/api/providers/${encodeURIComponent(written)}`)).body, {
        domain: 'lantern-works.com',
      });
    const byAddress = ['203.0.113.7:8443', '[2001:db8::1]:8443'].map((host) =>
      registration({ name: 'Herring', description: 'Counts herrings.', endpoint: `https://${host}/1` }),
    );
    await directory.registerAll(byAddress);
    for (const [written, domain] of [
      ['lantern-works.com:80', 'lantern-works.com'],
      ['203.0.113.7:8443', '203.0.113.7'],
      ['[2001:db8::1]:8443', '[2001:db8::1]'],
    ] as const) {
      t.match((await directory.get(`/api/providers/${encodeURIComponent(written)}`)).body, { domain });
      t.equal((await directory.list({ host: domain })).body.length > 0, true, domain);
      for (const path of [written, encodeURIComponent(written)])
        t.equal((await fetch(`${directory.base}/providers/${path}`)).status, 200, path);
    }
    for (const unknown of ['nobody.example', 'nobody.example:80', 'https://', '[::1]:80', 'a b']) {
      const missing = await directory.get<Problem>(`/api/providers/${encodeURIComponent(unknown)}`);
      t.match([missing.status, missing.body.code], [404, 'provider_not_found'], unknown);
    }
    for (const [path, parameter] of [
      ['/api/providers?sortBy=age', 'sortBy'],
      ['/api/providers?limit=0', 'limit'],
      ['/api/providers?chain=nowhere', 'chain'],
      ['/api/providers?after=x', 'after'],
      ['/api/providers?host=x', 'host'],
      ['/api/providers/lantern-works.com?x=1', 'x'],
      ['/api/services?group=category', 'group'],
      ['/api/services?group=provider&after=x', 'after'],
      ['/api/services?host=https://lantern-works.com', 'host'],
      ['/api/changes?host=', 'host'],
      ['/api/export?host=', 'host'],
    ] as const)
      await refuses(t, directory, path, parameter);
  });

  await t.test('the sitemap lists the pages of providers', async (t) => {
    const read = async (path: string) => (await fetch(directory.base + path)).text();
    t.match(await read('/sitemap.xml'), '/sitemap-providers.xml</loc>');
    t.match(await read(`/feed.atom?group=provider&category=${category}`), /<title>Lantern (one|two|three)<\/title>/);
    t.match(await read('/sitemap-providers.xml'), '/providers/lantern-works.com</loc>');
  });
}
