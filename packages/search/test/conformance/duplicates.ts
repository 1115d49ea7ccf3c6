import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { cursorAfter, intentSearch, type ListCursor, parseService, type Sort } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

const sorts: Sort[] = (['price', 'trustScore', 'name', 'createdAt', 'updatedAt'] as const).flatMap((by) => [
  { by, order: 'asc' },
  { by, order: 'desc' },
]);

/** The service that was registered first ranks before its duplicates by other accounts, however good these look. */
export async function duplicateConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const firsts = [1, 2, 3].map((n) =>
    entry(n * 10, { name: `Weather ${n}`, description: 'The forecast.', price: String(n), trustScore: n }),
  );
  const duplicates = [
    entry(5, { name: 'Weather weather', description: 'Weather forecast.', price: '0.5', trustScore: 100 }),
    entry(99, {
      name: 'Aaa weather forecast',
      price: '9',
      trustScore: 0,
      updatedAt: '2026-09-09T00:00:00.000Z',
    }),
  ].map((duplicate) => ({ ...duplicate, isDuplicate: true }));
  await index.apply([...duplicates, ...firsts].map((upsert) => ({ upsert })));
  const last = duplicates.map(({ service }) => service.id).sort();

  await t.test('duplicates come last in every order of the list, also in pages', async (t) => {
    for (const sort of sorts) {
      const { services } = await reader.list({ filter: {}, sort, offset: 0, limit: 10 });
      const ids = services.map((json) => parseService(json).id);
      t.strictSame(ids.slice(3).sort(), last, `${sort.by} ${sort.order}`);
      const listedIds: string[] = [];
      for (let after: ListCursor | undefined; ; ) {
        const page = await reader.list({ filter: {}, sort, offset: 0, limit: 1, after });
        const [service] = page.services.map(parseService);
        if (!service) break;
        listedIds.push(service.id);
        after = cursorAfter(service, sort, page.endsInDuplicates);
      }
      t.strictSame(listedIds, ids, `${sort.by} ${sort.order} by cursor`);
      const second = await reader.list({ filter: {}, sort, offset: 3, limit: 1 });
      t.strictSame(second.services, services.slice(3, 4), 'and by offset');
    }
  });

  await t.test('duplicates come last in keyword search, by relevance and in every order', async (t) => {
    for (const sort of [undefined, ...sorts]) {
      const { hits, total } = await reader.search({
        text: 'weather',
        filter: {},
        sort,
        offset: 0,
        limit: 10,
      });
      t.equal(total, 5);
      const ids = hits.map(({ service }) => parseService(service).id);
      t.strictSame(ids.slice(3).sort(), last, sort ? `${sort.by} ${sort.order}` : 'by relevance');
    }
  });

  await t.test('duplicates come last in intent search', async (t) => {
    const language = await loadLanguage();
    const answer = await intentSearch(reader, language, { text: 'weather forecast', filter: {}, limit: 10 });
    const ids = answer.services.map(({ id }) => id);
    t.strictSame(ids.slice(3).sort(), last);
    const one = await intentSearch(reader, language, { text: 'weather forecast', filter: {}, limit: 1 });
    t.strictSame(one.services[0]?.id, ids[0]);
  });

  await t.test('a service that is no duplicate any more is listed in its place', async (t) => {
    const [best] = duplicates;
    if (best) await index.apply([{ upsert: { ...best, isDuplicate: false, revision: 2 } }]);
    const sort: Sort = { by: 'trustScore', order: 'desc' };
    const { services } = await reader.list({ filter: {}, sort, offset: 0, limit: 1 });
    t.strictSame(
      services.map((json) => parseService(json).id),
      [best?.service.id],
    );
  });
}
