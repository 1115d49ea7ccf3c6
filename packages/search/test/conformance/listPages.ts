import type { CatalogEntry, Service } from '@shirube/contracts';
import type { Test } from 'tap';
import { cursorAfter, type ListCursor, parseService, type SearchFilter, type Sort } from '../../dist/index.js';
import { alike, catalog, entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

const sorts: Sort[] = (['price', 'trustScore', 'name', 'createdAt', 'updatedAt'] as const).flatMap((by) => [
  { by, order: 'asc' },
  { by, order: 'desc' },
]);

/** More services than the adapter reads without checking which end is nearer, with few prices and many names. */
const many: CatalogEntry[] = Array.from({ length: 1_300 }, (_, n) =>
  entry(10_000 + n, {
    name: `Many ${n % 97} "\\${n}`,
    category: 'many',
    price: String((n % 5) / 10),
    updatedAt: new Date(Date.UTC(2026, 5, 1) + (n % 31)).toISOString(),
  }),
);

/** Pages that start after a service, and pages at a deep offset. */
export async function listPageConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  await index.apply([...catalog, ...alike].map((upsert) => ({ upsert })));

  async function page(filter: SearchFilter, sort: Sort, start: { offset?: number; after?: ListCursor }, limit = 7) {
    const { total, services } = await reader.list({ filter, sort, offset: 0, limit, ...start });
    return { total, services: services.map(parseService) };
  }

  async function follow(filter: SearchFilter, sort: Sort, between: () => Promise<void> = async () => {}) {
    const list: Service[] = [];
    for (let after: ListCursor | undefined; ; ) {
      const { services } = await page(filter, sort, after ? { after } : {});
      list.push(...services);
      const last = services.at(-1);
      if (!last) return list.map(({ id }) => id);
      after = cursorAfter(last, sort);
      await between();
    }
  }

  const twins = alike.map(({ service }) => service.id);
  for (const filter of [{}, { categories: ['bulk'] }, { maxPrice: { amount: '1', exclusive: false } }]) {
    await t.test(`pages that start after a service make up the list: ${JSON.stringify(filter)}`, async (t) => {
      for (const sort of sorts) {
        const { total, services } = await page(filter, sort, {}, 100);
        const whole = services.map(({ id }) => id);
        t.strictSame(await follow(filter, sort), whole, `${sort.by} ${sort.order}`);
        if ('categories' in filter && sort.by !== 'createdAt') t.strictSame(whole, twins, 'equal ones by id');
        const [first] = services;
        if (first) t.equal((await page(filter, sort, { after: cursorAfter(first, sort) })).total, total);
      }
    });
  }

  await t.test('pages by cursor leave out and repeat no service while others are added and removed', async (t) => {
    const sort: Sort = { by: 'name', order: 'asc' };
    const before = await follow({}, sort);
    let n = 500;
    const ids = await follow({}, sort, async () => {
      // Adds a service that sorts before all pages.
      n += 1;
      await index.apply([{ upsert: entry(n, { name: `  0 comes ${n}` }) }]);
    });
    t.strictSame(ids, before);
    const [first] = (await page({}, sort, {}, 1)).services;
    if (!first) throw new Error('nothing is listed');
    const rest = (await page({}, sort, {}, 3)).services.slice(1).map(({ id }) => id);
    await index.apply([{ remove: first.id }]);
    const next = await page({}, sort, { after: cursorAfter(first, sort) }, 2);
    t.strictSame(
      next.services.map(({ id }) => id),
      rest,
      'nor when the service is gone behind which a page starts',
    );
  });

  await t.test('a page at a deep offset has the services of that place', async (t) => {
    await index.apply(many.map((upsert) => ({ upsert })));
    const filter = { categories: ['many'] };
    for (const sort of sorts) {
      const whole: string[] = [];
      for (let offset = 0; offset < many.length; offset += 100) {
        const { total, services } = await page(filter, sort, { offset }, 100);
        t.equal(total, many.length);
        whole.push(...services.map(({ id }) => id));
      }
      t.equal(new Set(whole).size, many.length, `${sort.by} ${sort.order}`);
      t.strictSame(await deepIds(1_150), whole.slice(1_150, 1_157));
      t.strictSame(await deepIds(1_296), whole.slice(1_296), 'the last page is short');
      t.strictSame(await deepIds(1_300), []);
      const last = parseId(whole[1_200]);
      t.strictSame(
        (await page(filter, sort, { after: cursorAfter(last, sort) })).services.map(({ id }) => id),
        whole.slice(1_201, 1_208),
        'and so does a cursor',
      );

      async function deepIds(offset: number): Promise<string[]> {
        const { total, services } = await page(filter, sort, { offset });
        t.equal(total, many.length);
        return services.map(({ id }) => id);
      }
    }
  });

  function parseId(id: string | undefined): Service {
    const found = many.find(({ service }) => service.id === id);
    if (!found) throw new Error(`no service ${id}`);
    return found.service;
  }
}
