import { changeService, loadChanged, mainNode, nodeProgress, skipToEnd } from '@shirube/catalog';
import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine } from '@shirube/search';
import t, { type Test } from 'tap';
import { verifyIndex } from '../dist/index.js';
import { assertIndexed, indexing, registerMany, testDirectory } from './testDirectory.js';

const language = await loadLanguage();

/** Twenty indexed services, with nothing pending. */
async function indexedDirectory(t: Test) {
  const { database, databaseUrl } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  const ids = await registerMany(database, 20);
  const changes = ids.map((id) => ({ serviceId: id, type: 'created', columns: [], leftEndpoint: null }) as const);
  const { entries } = await loadChanged(database, changes);
  await index.apply(entries.map((entry) => ({ upsert: entry })));
  await skipToEnd(database);
  return { database, databaseUrl, index, ids: ids.sort(), entries };
}

t.test('an index that agrees with the catalog has no drift', async (t) => {
  const { database, index } = await indexedDirectory(t);
  const progress: number[] = [];
  const report = await verifyIndex({
    database,
    node: mainNode,
    index,
    repair: false,
    onProgress: ({ checked }) => progress.push(checked),
  });
  t.same(report, { checked: 20, missing: [], stale: [], surplus: [] });
  t.same(progress, [20]);
});

t.test('an empty catalog and an empty index agree', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  t.same(await verifyIndex({ database, node: mainNode, index, repair: true }), {
    checked: 0,
    missing: [],
    stale: [],
    surplus: [],
  });
});

t.test('what is missing, stale or surplus is reported, and repaired on demand', async (t) => {
  const { database, databaseUrl, index, ids, entries } = await indexedDirectory(t);
  const [missing, stale] = [ids[2] ?? '', ids[7] ?? ''];
  const surplus = '01ffffff-0000-7000-8000-000000000000';
  const old = entries.find(({ service }) => service.id === stale);
  if (!old) throw new Error('there is no such entry');
  await index.apply([{ remove: missing }, { upsert: { ...old, service: { ...old.service, id: surplus } } }]);
  await changeService(database, stale, { trustScore: 5 });
  await skipToEnd(database);
  const drift = { missing: [missing], stale: [stale], surplus: [surplus] };
  t.match(await verifyIndex({ database, node: mainNode, index, repair: false }), drift);
  t.equal((await nodeProgress(database, mainNode)).pending, 0, 'looking changes nothing');

  const announced: string[] = [];
  t.match(
    await verifyIndex({
      database,
      node: mainNode,
      index,
      repair: true,
      enqueue: (ids) => announced.push(...ids),
    }),
    drift,
  );
  t.same(announced.sort(), [missing, stale, surplus].sort());
  t.match(
    await verifyIndex({ database, node: mainNode, index, repair: false }),
    { missing: [], stale: [], surplus: [] },
    'what is pending is no drift',
  );
  await indexing(t, { database, databaseUrl, index });
  await assertIndexed(t, { database, index });
});

t.test('what is pending or set aside is no drift', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  await registerMany(database, 5);
  t.match(await verifyIndex({ database, node: mainNode, index, repair: false }), {
    checked: 5,
    missing: [],
    stale: [],
    surplus: [],
  });
});
