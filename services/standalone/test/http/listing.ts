import type { Problem, Registration, Service } from '@shirube/contracts';
import { type DirectoryClient, registration, solanaWallet } from '@shirube/testing';
import type { Test } from 'tap';
import { refuses } from './badParameters.js';

const names = (services: readonly Service[]): string[] => services.map(({ name }) => name);
const priced = (name: string, pricePerRequest: string, category: string, changes: Partial<Registration> = {}) =>
  registration({ name, category, pricing: { currency: 'USDC', pricePerRequest }, ...changes });

/** Reads all pages of a list by following the next links. */
async function allPages(directory: DirectoryClient, path: string): Promise<Service[]> {
  const services: Service[] = [];
  for (let next: string | undefined = path; next; ) {
    const reply: { headers: Headers; body: Service[] } = await directory.get<Service[]>(next);
    services.push(...reply.body);
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  return services;
}

/** Encodes a cursor as links do. */
const cursor = (by: string): string =>
  Buffer.from(JSON.stringify([by, 'desc', 1, '019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f', 20])).toString('base64url');

/** GET /api/services: filters, sort orders, totals and pages. */
export async function listing(t: Test, directory: DirectoryClient): Promise<void> {
  await t.test('minTrust and minUptime leave out services with less', async (t) => {
    const category = 'list-trust';
    await directory.registerAll([priced('newcomer', '1', category)]);
    t.equal((await directory.list({ category, minTrust: '0' })).body.length, 1);
    t.equal((await directory.list({ category, minTrust: '100' })).body.length, 0);
    const intent = (minTrust: number) =>
      directory.get<{ services: Service[] }>(
        `/api/services/search/intent?q=newcomer&category=${category}&minTrust=${minTrust}`,
      );
    t.equal((await intent(0)).body.services.length, 1);
    t.equal((await intent(100)).body.services.length, 0);
    t.equal((await intent(101)).status, 400);
    const unchecked = async (minUptime: string) => (await directory.list({ category, minUptime })).body.length;
    t.equal(await unchecked('0'), 1);
    t.equal(await unchecked('0.5'), 0, 'what was never checked has no uptime');
    t.equal((await directory.list({ category, minUptime: '100.1' })).status, 400);
  });

  await t.test('a filter that is given several times finds services with any of the values', async (t) => {
    const solana = { x402Config: { paymentAddress: solanaWallet, network: 'solana' } };
    await directory.registerAll([
      priced('one', '1', 'several-a'),
      priced('two', '1', 'several-b', solana),
      registration({ name: 'three', category: 'several-c', description: '翻訳をします。' }),
    ]);
    const found = async (query: string) => {
      const { headers, body } = await directory.get<Service[]>(`/api/services?sortBy=name&limit=1&${query}`);
      const more = await directory.get<Service[]>(`/api/services?sortBy=name&${query}`);
      t.equal(headers.get('x-total-count'), String(more.body.length));
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      const second = next ? (await directory.get<Service[]>(next)).body : [];
      t.strictSame(names([...body, ...second]), names(more.body).slice(0, 2), 'links keep all of them');
      return names(more.body);
    };
    t.strictSame(await found('category=several-a&category=several-c'), ['one', 'three']);
    t.strictSame(await found('category=several-a&category=no-such'), ['one']);
    const all = 'category=several-a&category=several-b&category=several-c';
    t.strictSame(await found(`${all}&chain=base&chain=SOLANA`), ['one', 'three', 'two']);
    t.strictSame(await found(`${all}&chain=solana`), ['two']);
    t.strictSame(await found(`${all}&language=ja`), ['three']);
    const facets = await directory.get(`/api/facets?${all}&language=ja`);
    t.match(facets.body, {
      total: 1,
      languages: [
        { language: 'en', count: 2 },
        { language: 'ja', count: 1 },
      ],
    });
    const bad = await directory.get<{ errors: { path: string }[] }>('/api/services?category=a&category=B%20');
    t.equal(bad.status, 400);
    t.match(bad.body.errors, [{ path: 'category' }]);
    t.equal((await directory.get('/api/services?status=verified&status=inactive')).status, 400);
  });

  await t.test('filters find services alone and together', async (t) => {
    const category = 'list-filters';
    const solana = { x402Config: { paymentAddress: solanaWallet, network: 'solana' } };
    await directory.registerAll([
      priced('on base', '0.01', category),
      priced('on solana', '0.01', category, solana),
      priced('dear on solana', '5', category, solana),
      registration({ name: 'in euro', category, pricing: { currency: 'EURC', pricePerRequest: '0.01' } }),
      priced('elsewhere', '0.01', 'list-filters-other'),
    ]);
    const found = async (query: Record<string, string | number>) => {
      const reply = await directory.list({ category, sortBy: 'name', ...query });
      t.equal(reply.status, 200, JSON.stringify(query));
      t.equal(reply.headers.get('x-total-count'), String(reply.body.length));
      return names(reply.body);
    };
    t.strictSame(await found({}), ['dear on solana', 'in euro', 'on base', 'on solana']);
    t.strictSame(await found({ chain: 'solana' }), ['dear on solana', 'on solana']);
    t.strictSame(await found({ chain: 'SOLANA' }), ['dear on solana', 'on solana']);
    t.strictSame(await found({ chain: 'eip155:8453' }), ['in euro', 'on base']);
    t.strictSame(await found({ chain: 'eip155:999999' }), []);
    t.strictSame(await found({ currency: 'eurc' }), ['in euro']);
    t.strictSame(await found({ status: 'unverified', chain: 'base' }), ['in euro', 'on base']);
    t.strictSame(await found({ status: 'verified' }), []);
    t.strictSame(await found({ chain: 'solana', maxPricePerRequest: '1', currency: 'USDC' }), ['on solana']);
    t.strictSame(await found({ minPricePerRequest: '5' }), ['dear on solana']);
    t.strictSame(await found({ query: 'solana' }), ['dear on solana', 'on solana']);
    t.strictSame(await found({ query: 'solana', maxPricePerRequest: '1' }), ['on solana']);
  });

  await t.test('pages are disjoint and complete when the keys of services are equal', async (t) => {
    const category = 'list-pages';
    const registered = await directory.registerAll(
      Array.from({ length: 45 }, (_, i) => registration({ name: `Same ${i % 2}`, category })),
    );
    const ids = registered.map(({ id }) => id).sort();
    for (const order of [
      'sortBy=price',
      'sortBy=price&sortOrder=desc',
      'sortBy=name',
      'sortBy=trustScore',
      'sortBy=createdAt',
      'sortBy=updatedAt&sortOrder=asc',
      '',
    ]) {
      const services = await allPages(directory, `/api/services?category=${category}&limit=7&${order}`);
      t.equal(services.length, 45, order);
      t.strictSame(services.map(({ id }) => id).sort(), ids, order);
    }
    const byTrust = await allPages(directory, `/api/services?category=${category}&limit=10`);
    t.strictSame(
      byTrust.map(({ id }) => id),
      ids,
      'ties are broken by id',
    );
  });

  await t.test('copies that one account registers are one result in lists and searches', async (t) => {
    const category = 'list-copies';
    const copy = registration({ name: 'Zeppelin Timetable', description: 'Departures of zeppelins.', category });
    const copies = await directory.registerAll(Array.from({ length: 30 }, () => copy));
    const other = { ...copy, endpoint: 'https://other.example.com/zeppelins' };
    const [otherService] = await directory.registerAll([other]);
    const expected = [copies.map(({ id }) => id).sort()[0], otherService?.id].sort();
    const idsOf = (services: readonly { id: string }[]) => services.map(({ id }) => id).sort();
    const list = await directory.list({ category });
    t.strictSame(idsOf(list.body), expected);
    t.equal(list.headers.get('x-total-count'), '2');
    const found = await directory.keyword('zeppelin timetable');
    t.strictSame([found.total, idsOf(found.services)], [2, expected]);
    t.strictSame(idsOf((await directory.intent('when do zeppelins depart')).services.slice(0, 2)), expected);
    const categories = await directory.get<{ id: string; count: number }[]>('/api/categories');
    t.match(
      categories.body.find(({ id }) => id === category),
      { count: 2 },
    );
    t.equal((await directory.get(`/api/services/${copies.at(-1)?.id}`)).status, 200, 'each copy still exists');
  });

  await t.test('the total and the links of a page lead to the other pages', async (t) => {
    const category = 'list-pages';
    const middle = await directory.list({ category, limit: 10, offset: 20 });
    t.equal(middle.headers.get('x-total-count'), '45');
    const link = middle.headers.get('link') ?? '';
    for (const [relation, offset] of [
      ['first', 0],
      ['prev', 10],
      ['last', 40],
    ]) {
      t.match(link, new RegExp(`offset=${offset}>; rel="${relation}"`));
    }
    t.match(link, /category=list-pages/, 'links keep the filters');
    const next = /<([^>]+)>; rel="next"/.exec(link)?.[1] ?? '';
    t.match(next, /&after=[\w-]+$/, 'the next page starts behind the last service of this one');
    const { body: following, headers } = await directory.get<Service[]>(next);
    t.strictSame(following, (await directory.list({ category, limit: 10, offset: 30 })).body);
    t.equal(headers.get('x-total-count'), '45');
    t.match(headers.get('link') ?? '', /offset=20>; rel="prev"/);
    const beyond = await directory.list({ category, offset: 1_000_000 });
    t.strictSame(beyond.body, []);
    t.equal(beyond.headers.get('x-total-count'), '45');
    t.notMatch(beyond.headers.get('link') ?? '', /rel="next"/);
    t.equal((await directory.list({ category })).body.length, 20, '20 by default');
    t.equal((await directory.list({ category, limit: 1 })).body.length, 1);
    t.equal((await directory.list({ category, limit: 100 })).body.length, 45);
  });

  await t.test('the newest service comes first when the list is ordered by creation or change', async (t) => {
    const category = 'list-newest';
    for (const name of ['first', 'second', 'third']) {
      await directory.registerAll([registration({ name, category, description: 'A kestrel.' })]);
    }
    for (const sortBy of ['createdAt', 'updatedAt']) {
      t.strictSame(names((await directory.list({ category, sortBy })).body), ['third', 'second', 'first']);
      const oldest = await directory.list({ category, sortBy, sortOrder: 'asc', limit: 2 });
      t.strictSame(names(oldest.body), ['first', 'second']);
      const next = /<([^>]+)>; rel="next"/.exec(oldest.headers.get('link') ?? '')?.[1] ?? '';
      t.strictSame(names((await directory.get<Service[]>(next)).body), ['third']);
    }
    const found = await directory.list({ query: 'kestrel', category, sortBy: 'createdAt' });
    t.strictSame(names(found.body), ['third', 'second', 'first'], 'of what words find, too');
  });

  await t.test(
    'a cursor that does not belong to the list, and several bad parameters, are a 400 that names them',
    async (t) => {
      const cases: [query: string, parameter: string][] = [
        [`after=${cursor('name')}`, 'after'],
        [`after=${cursor('trustScore')}&offset=20`, 'after'],
        [`after=${cursor('trustScore')}&query=x`, 'after'],
      ];
      for (const [query, parameter] of cases) await refuses(t, directory, `/api/services?${query}`, parameter);
      const { body } = await directory.get<Problem>('/api/services?limit=0&offset=-1&colour=red&chain=base-mainnet');
      t.strictSame(body.errors?.map(({ path }) => path).sort(), ['chain', 'colour', 'limit', 'offset'], 'all of them');
    },
  );

  await t.test('a misspelt chain is a 400 that offers the nearest known one, wherever chains are named', async (t) => {
    for (const [word, name] of [
      ['bsae', 'base'],
      ['polygn', 'polygon'],
      ['etherum', 'ethereum'],
      ['solona', 'solana'],
    ]) {
      for (const path of [
        `/api/services?chain=${word}`,
        `/api/services?chain=base&chain=${word}`,
        `/api/services/search/intent?q=weather&chain=${word}`,
        `/api/facets?chain=${word}`,
        `/api/providers?chain=${word}`,
        `/discovery/resources?network=${word}`,
      ]) {
        const { status, body } = await directory.get<Problem>(path);
        t.equal(status, 400, path);
        t.match(body.errors?.[0]?.message, new RegExp(`did you mean "${name}"`), path);
      }
    }
  });
}
