import { randomUUID } from 'node:crypto';
import { changeService, mainNode, removeService } from '@shirube/catalog';
import { createMeilisearchIndex, createMeilisearchReader } from '@shirube/search';
import { meilisearch, until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import t from 'tap';
import { rebuildIndex, verifyIndex } from '../dist/index.js';
import { assertIndexed, indexing, poison, register, registerMany, silent, testDirectory } from './testDirectory.js';

t.test('Meilisearch is kept up to date by two indexers', async (t) => {
  const engine = await meilisearch(t);
  if (!engine) return;
  const indexUid = `indexing-${randomUUID()}`;
  const { database, databaseUrl } = await testDirectory(t);
  const index = createMeilisearchIndex({ ...engine, indexUid });
  t.teardown(() => index.close());
  const options = { database, databaseUrl, index };
  const indexer = await indexing(t, options);
  await indexing(t, options);
  const enqueuer = createEnqueuer({ databaseUrl, log: silent });
  t.teardown(() => enqueuer.close());
  const ids = await registerMany(database, 600);
  enqueuer.enqueue(ids);

  t.test('two indexers on Meilisearch index every service', (t) => assertIndexed(t, { database, index }));

  t.test('a rebuild of Meilisearch while writes go on misses none of them', async (t) => {
    let rebuilding = true;
    const write = async () => {
      for (let turn = 0; rebuilding; turn++) {
        const added = await register(database, `Written during the rebuild ${turn}`);
        const changed = ids[(turn * 7) % 500] ?? added;
        await changeService(database, changed, { trustScore: turn % 100 });
        const removed = ids[500 + turn];
        if (removed && turn < 50) await removeService(database, removed);
        enqueuer.enqueue([added, changed, ...(removed ? [removed] : [])]);
      }
    };
    const writing = write();
    await rebuildIndex({ database, node: mainNode, index });
    const { missing, stale, surplus } = await verifyIndex({ database, node: mainNode, index, repair: false });
    rebuilding = false;
    await writing;
    t.same({ missing, stale, surplus }, { missing: [], stale: [], surplus: [] });
    await assertIndexed(t, { database, index });
  });

  t.test(
    'a lost index of Meilisearch is rebuilt although nothing is written, and readers are refused until it is complete',
    async (t) => {
      const reader = createMeilisearchReader({ ...engine, indexUid, limits: { deadline: 20_000 } });
      t.teardown(() => reader.close());
      const total = async () =>
        (await reader.list({ filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 })).total;
      const before = await total();
      const authorization = `Bearer ${engine.apiKey}`;
      await fetch(`${engine.url}/indexes/${indexUid}`, { method: 'DELETE', headers: { authorization } });
      const totals = new Set<number>();
      const isLost = () =>
        total()
          .then(() => false)
          .catch(() => true);
      await until(isLost, { message: 'nobody is turned away' });
      const isBack = async () => {
        const found = await total().catch(() => undefined);
        if (found !== undefined) totals.add(found);
        return found !== undefined;
      };
      await until(isBack, { message: 'the index is not rebuilt' });
      t.strictSame([...totals], [before], 'nobody saw a part of it');
      await assertIndexed(t, { database, index });
      await until(() => indexer.check().then(() => true), { message: 'the indexer does not notice' });
    },
  );

  t.test('a document that violates the contract is set aside, and does not reach Meilisearch', async (t) => {
    const bad = await register(database);
    await poison(database, bad);
    enqueuer.enqueue([bad, ...(await registerMany(database, 20))]);
    await assertIndexed(t, { database, index, failed: [bad] });
  });
});
