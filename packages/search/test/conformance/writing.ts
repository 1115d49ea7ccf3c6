import { until } from '@shirube/testing';
import type { Test } from 'tap';
import { DocumentsRefused, parseService, type SearchIndex, type SearchReader } from '../../dist/index.js';
import { alike, catalog, entry, serviceId } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

async function names(reader: SearchReader): Promise<string[]> {
  const { services } = await reader.list({
    filter: {},
    sort: { by: 'name', order: 'asc' },
    offset: 0,
    limit: 100,
  });
  return services.map((json) => parseService(json).name);
}

async function allRevisions(index: SearchIndex): Promise<{ id: string; revision: number }[]> {
  const found: { id: string; revision: number }[] = [];
  for await (const page of index.revisions()) found.push(...page);
  return found;
}

/** Updating and rebuilding an index. */
export async function writingConformance(t: Test, open: (t: Test) => Promise<EngineUnderTest>): Promise<void> {
  await t.test('an empty index has empty lists and searches', async (t) => {
    const { reader, index } = await open(t);
    t.strictSame(await names(reader), []);
    t.strictSame(await reader.search({ text: 'weather', filter: {}, offset: 0, limit: 10 }), {
      total: 0,
      hits: [],
    });
    t.strictSame(await allRevisions(index), []);
    await index.apply([]);
    await reader.ping();
  });

  await t.test('a change is visible once it is applied', async (t) => {
    const { reader, index } = await open(t);
    const total = async (text: string) => (await reader.search({ text, filter: {}, offset: 0, limit: 10 })).total;
    await index.apply([{ upsert: entry(1, { name: 'Alpha' }) }, { upsert: entry(2, { name: 'Beta' }) }]);
    t.strictSame(await names(reader), ['Alpha', 'Beta']);

    await index.apply([{ upsert: entry(1, { name: 'Omega', price: '7', revision: 2 }) }]);
    t.strictSame(await names(reader), ['Beta', 'Omega']);
    t.equal(await total('alpha'), 0, 'the old words are gone');
    t.equal(await total('omega'), 1);
    t.strictSame(await allRevisions(index), [
      { id: serviceId(1), revision: 2 },
      { id: serviceId(2), revision: 1 },
    ]);

    await index.apply([{ remove: serviceId(2) }, { remove: serviceId(99) }]);
    t.strictSame(await names(reader), ['Omega']);
    t.equal(await total('beta'), 0);
  });

  await t.test('the last change to an id counts, within a batch and between batches', async (t) => {
    const { reader, index } = await open(t);
    await index.apply([
      { upsert: entry(1, { name: 'Gone' }) },
      { upsert: entry(2, { name: 'Old' }) },
      { remove: serviceId(1) },
      { remove: serviceId(3) },
      { upsert: entry(3, { name: 'Back' }) },
      { upsert: entry(2, { name: 'New', revision: 2 }) },
    ]);
    t.strictSame(await names(reader), ['Back', 'New']);
    await Promise.all([
      index.apply([{ upsert: entry(4, { name: 'First' }) }]),
      index.apply([{ remove: serviceId(4) }]),
      index.apply([{ upsert: entry(5, { name: 'Second', revision: 1 }) }]),
      index.apply([{ upsert: entry(5, { name: 'Third', revision: 2 }) }]),
    ]);
    t.strictSame(await names(reader), ['Back', 'New', 'Third']);
  });

  await t.test('a service that violates the contract refuses its batch, with the reason', async (t) => {
    const { reader, index } = await open(t);
    const poison = entry(2, { name: 'Poison', price: 'free of charge' });
    const refused = index.apply([{ upsert: entry(1, { name: 'Sound' }) }, { upsert: poison }]);
    await t.rejects(refused, DocumentsRefused);
    await t.rejects(index.apply([{ upsert: poison }]), { code: 'documents_refused', message: /price/ });
    t.strictSame(await names(reader), []);
    await index.apply([{ upsert: entry(1, { name: 'Sound' }) }]);
    t.strictSame(await names(reader), ['Sound'], 'the others can be sent without it');
  });

  await t.test(
    'readers see the complete old index until the new one is promoted, and then only the new one',
    async (t) => {
      const { reader, index } = await open(t);
      await index.apply(catalog.map((upsert) => ({ upsert })));
      const totals = new Set<number>();
      let reading = true;
      const reads = (async () => {
        while (reading) {
          totals.add(
            (await reader.list({ filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 })).total,
          );
          await new Promise(setImmediate);
        }
      })();
      const rebuild = await index.beginRebuild();
      await rebuild.apply(alike.map((upsert) => ({ upsert })));
      await rebuild.apply([{ remove: serviceId(100) }]);
      t.equal((await names(reader)).length, catalog.length);
      await rebuild.promote();
      t.equal((await names(reader)).length, alike.length - 1);
      await until(() => totals.has(alike.length - 1), { message: 'no read saw the new index' });
      reading = false;
      await reads;
      t.strictSame([...totals], [catalog.length, alike.length - 1]);
      await index.apply([{ upsert: entry(1, { name: 'After' }) }]);
      t.equal((await names(reader)).length, alike.length);
      t.strictSame(await index.prepare(), { rebuildNeeded: false, serves: true });
    },
  );

  await t.test('an abandoned rebuild leaves the index as it was', async (t) => {
    const { reader, index } = await open(t);
    await index.apply([{ upsert: entry(1, { name: 'Stays' }) }]);
    const rebuild = await index.beginRebuild();
    await rebuild.apply([{ upsert: entry(2, { name: 'Never' }) }]);
    await rebuild.abandon();
    t.strictSame(await names(reader), ['Stays']);
  });

  await t.test('revisions come in id order, whatever the order of writing', async (t) => {
    const { index } = await open(t);
    const shuffled = alike.toSorted((a, b) => a.service.id.slice(-1).localeCompare(b.service.id.slice(-1)));
    await index.apply(shuffled.map((upsert) => ({ upsert })));
    const ids = (await allRevisions(index)).map(({ id }) => id);
    t.strictSame(ids, ids.toSorted());
    t.equal(ids.length, alike.length);
  });
}
