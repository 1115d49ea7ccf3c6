import { randomUUID } from 'node:crypto';
import {
  acquireLease,
  changeService,
  endLease,
  listSetAside,
  loadChanged,
  mainNode,
  nodeFollower,
  nodeProgress,
  readLog,
  releaseLease,
  removeService,
  renewLease,
  skipToEnd,
} from '@shirube/catalog';
import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine, type SearchIndex, SearchUnavailable } from '@shirube/search';
import { until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import t, { type Test } from 'tap';
import { RebuildUnderWay, rebuildIndex, verifyIndex } from '../dist/index.js';
import { assertIndexed, indexing, poison, register, registerMany, silent, testDirectory } from './testDirectory.js';

const language = await loadLanguage();
const beginning = { transaction: 0n, number: 0n };
const everything = { filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 } as const;

/** A directory with this many services, all of them indexed. */
async function indexed(t: Test, count: number) {
  const { database, databaseUrl } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  await indexing(t, { database, databaseUrl, index });
  const enqueuer = createEnqueuer({ databaseUrl, log: silent });
  t.teardown(() => enqueuer.close());
  const ids = await registerMany(database, count);
  enqueuer.enqueue(ids);
  await assertIndexed(t, { database, index });
  return { database, index, enqueuer, ids };
}

t.test('an engine that starts empty has the whole catalog once the indexer has started', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  await registerMany(database, 600);
  const index = createEmbeddedEngine(language);
  await indexing(t, { database, databaseUrl, index, alone: true });
  t.equal((await index.list(everything)).total, 600);
  await assertIndexed(t, { database, index });
});

t.test(
  'a rebuild while writes go on misses none of them, and readers always find the services of before',
  async (t) => {
    const { database, index, enqueuer, ids } = await indexed(t, 600);

    let rebuilding = true;
    let least = Number.POSITIVE_INFINITY;
    const write = async () => {
      for (let turn = 0; rebuilding; turn++) {
        const added = await register(database, `Written during the rebuild ${turn}`);
        const changed = ids[(turn * 7) % ids.length] ?? added;
        await changeService(database, changed, { trustScore: turn % 100 });
        enqueuer.enqueue([added, changed]);
        least = Math.min(least, (await index.list(everything)).total);
      }
    };
    const writing = [write(), write()];
    const progress: number[] = [];
    for (let rebuild = 0; rebuild < 2; rebuild++) {
      const report = await rebuildIndex({
        database,
        node: mainNode,
        index,
        onProgress: ({ done }) => progress.push(done),
      });
      t.ok(report.indexed >= 600);
      t.equal(report.refused, 0);
      const { missing, stale, surplus } = await verifyIndex({ database, node: mainNode, index, repair: false });
      t.same({ missing, stale, surplus }, { missing: [], stale: [], surplus: [] }, 'nothing is left behind');
    }
    rebuilding = false;
    await Promise.all(writing);
    t.ok(least >= 600, 'no reader ever saw fewer services than there were at the start');
    t.ok(progress.length >= 4, 'progress of both pages of each');
    await assertIndexed(t, { database, index });
  },
);

t.test('services that are removed during a rebuild are not brought back by it', async (t) => {
  const { database, index, enqueuer, ids } = await indexed(t, 600);
  let removing: Promise<unknown> = Promise.resolve();
  await rebuildIndex({
    database,
    node: mainNode,
    index,
    onProgress({ done }) {
      if (done !== 500) return;
      removing = Promise.all(ids.slice(0, 40).map((id) => removeService(database, id))).then(() =>
        enqueuer.enqueue(ids.slice(0, 40)),
      );
    },
  });
  await removing;
  await assertIndexed(t, { database, index });
  t.equal((await index.list(everything)).total, 560);
});

t.test('a document that the engine refuses is set aside, and the rebuild goes on', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  const ids = await registerMany(database, 30);
  const bad = ids[3] ?? '';
  await poison(database, bad);
  t.same(await rebuildIndex({ database, node: mainNode, index }), { indexed: 29, refused: 1 });
  t.match(await listSetAside(database), [{ id: bad, reason: /trustScore/ }]);
});

t.test('a rebuild waits for the batch of an indexer, and leaves the lease free afterwards', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  await registerMany(database, 2);
  const busy = { follower: nodeFollower(mainNode), holder: randomUUID() };
  const other = { ...busy, holder: randomUUID() };
  await acquireLease(database, busy);
  let finished = false;
  const rebuild = rebuildIndex({ database, node: mainNode, index }).then(() => {
    finished = true;
  });
  const isWanted = async () => (await renewLease(database, busy)) === 'wanted';
  await until(isWanted, { message: 'nobody asks for the lease' });
  t.equal(finished, false, 'what is in hand is waited for');
  await releaseLease(database, busy);
  await rebuild;
  t.ok(await acquireLease(database, other), 'then indexing goes on');
});

t.test('an interrupted rebuild leaves the index as it was, and the next one works', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  await registerMany(database, 600);
  await rebuildIndex({ database, node: mainNode, index });
  await register(database);
  const stopping = new AbortController();
  await t.rejects(
    rebuildIndex({
      database,
      node: mainNode,
      index,
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    }),
  );
  t.equal((await index.list(everything)).total, 600);
  t.same(await rebuildIndex({ database, node: mainNode, index }), { indexed: 601, refused: 0 });
});

t.test('an engine that fails while the catalog is read fails the rebuild, and nothing else', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  await registerMany(database, 600);
  const failing = {
    ...index,
    beginRebuild: async () => ({
      ...(await index.beginRebuild()),
      apply: () => Promise.reject(new SearchUnavailable('the engine is gone')),
    }),
  };
  await t.rejects(rebuildIndex({ database, node: mainNode, index: failing }), SearchUnavailable);
});

t.test('a second rebuild is refused while one runs', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  await registerMany(database, 600);
  await rebuildIndex({
    database,
    node: mainNode,
    index: {
      ...index,
      async beginRebuild() {
        await t.rejects(rebuildIndex({ database, node: mainNode, index }), RebuildUnderWay);
        return index.beginRebuild();
      },
    },
  });
  t.equal((await index.list(everything)).total, 600);
  t.equal((await nodeProgress(database, mainNode)).pending, 0, 'and the cursor stands where it has come to');
});

t.test('changes that another indexer makes while a rebuild hangs before its swap are indexed again', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  const [id = ''] = await registerMany(database, 2);
  await rebuildIndex({ database, node: mainNode, index });
  const follower = nodeFollower(mainNode);

  async function takeOver(): Promise<void> {
    await changeService(database, id, { trustScore: 77 });
    const page = await readLog(database, beginning, 100);
    if (!page?.entries.some(({ columns }) => columns.includes('trust_score')))
      throw new Error('the change is not read');
    const { entries } = await loadChanged(database, page.entries);
    await index.apply(entries.map((entry) => ({ upsert: entry })));
    await database.query(
      `update followers set holder = gen_random_uuid(), leased_until = now() + interval '1 hour', transaction_id = $2,
        number = $3 where name = $1`,
      [follower, String(page.position.transaction), String(page.position.number)],
    );
  }
  async function beginRebuild() {
    const rebuild = await index.beginRebuild();
    return { ...rebuild, promote: () => takeOver().then(rebuild.promote) };
  }
  await t.rejects(rebuildIndex({ database, node: mainNode, index: { ...index, beginRebuild } }), /lease was lost/);
  await endLease(database, follower);
  await indexing(t, { database, databaseUrl, index });
  await assertIndexed(t, { database, index });
});

t.test('an index that an indexer of an older version has rebuilt meanwhile is rebuilt again', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  await register(database);
  const engine = createEmbeddedEngine(language);
  let rebuildNeeded = false;
  const index: SearchIndex = {
    ...engine,
    prepare: async () => ({
      ...(await engine.prepare()),
      ...(rebuildNeeded ? { rebuildNeeded } : {}),
    }),
    async check() {
      await engine.check();
      return { rebuildNeeded };
    },
    async beginRebuild() {
      const rebuild = await engine.beginRebuild();
      return {
        ...rebuild,
        async promote() {
          await rebuild.promote();
          rebuildNeeded = false;
        },
      };
    },
  };
  await indexing(t, { database, databaseUrl, index });
  await assertIndexed(t, { database, index });
  rebuildNeeded = true;
  await until(() => !rebuildNeeded, { message: 'the index is not made again' });
  await assertIndexed(t, { database, index });
});

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

t.test('an empty index has no drift from an empty catalog', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  t.same(await verifyIndex({ database, node: mainNode, index, repair: true }), {
    checked: 0,
    missing: [],
    stale: [],
    surplus: [],
  });
});

t.test('services that are missing, stale or surplus in the index are reported, and repaired on demand', async (t) => {
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
    { missing: { length: 0 }, stale: { length: 0 }, surplus: { length: 0 } },
    'what is pending is no drift',
  );
  await indexing(t, { database, databaseUrl, index });
  await assertIndexed(t, { database, index });
});

t.test('services that are pending or set aside are no drift', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  const [bad = ''] = await registerMany(database, 5);
  const agrees = { checked: 5, missing: [], stale: [], surplus: [] };
  t.same(await verifyIndex({ database, node: mainNode, index, repair: false }), agrees);
  await poison(database, bad);
  await rebuildIndex({ database, node: mainNode, index });
  t.match(await listSetAside(database), [{ id: bad }]);
  t.equal((await nodeProgress(database, mainNode)).pending, 0);
  t.same(await verifyIndex({ database, node: mainNode, index, repair: false }), agrees);
});
