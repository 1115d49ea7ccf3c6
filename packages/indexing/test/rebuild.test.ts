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
} from '@shirube/catalog';
import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine, SearchUnavailable } from '@shirube/search';
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

t.test('an engine that starts empty is full when the indexer has started', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  await registerMany(database, 1_200);
  const index = createEmbeddedEngine(language);
  await indexing(t, { database, databaseUrl, index, alone: true });
  t.equal((await index.list(everything)).total, 1_200);
  await assertIndexed(t, { database, index });
});

t.test('a rebuild while writes go on misses none of them, and readers miss nothing meanwhile', async (t) => {
  const { database, index, enqueuer, ids } = await indexed(t, 1_000);

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
  for (let rebuild = 0; rebuild < 3; rebuild++) {
    const report = await rebuildIndex({
      database,
      node: mainNode,
      index,
      onProgress: ({ done }) => progress.push(done),
    });
    t.ok(report.indexed >= 1_000);
    t.equal(report.refused, 0);
    const { missing, stale, surplus } = await verifyIndex({ database, node: mainNode, index, repair: false });
    t.same({ missing, stale, surplus }, { missing: [], stale: [], surplus: [] }, 'nothing is left behind');
  }
  rebuilding = false;
  await Promise.all(writing);
  t.ok(least >= 1_000, 'no reader ever saw fewer services than there were at the start');
  t.ok(progress.length >= 6, 'progress is told');
  await assertIndexed(t, { database, index });
});

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

t.test('a rebuild waits for what indexers have in hand, and holds them only for a moment', async (t) => {
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
  await registerMany(database, 1_100);
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
  t.equal((await index.list(everything)).total, 1_100);
  t.same(await rebuildIndex({ database, node: mainNode, index }), { indexed: 1_101, refused: 0 });
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

t.test('of two rebuilds at once one is refused', async (t) => {
  const { database } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  await registerMany(database, 600);
  // A rebuild moves the cursor past what can be read by then, which transactions of other tests may hold back.
  const isConfirmed = async () => !(await readLog(database, beginning, 1))?.isWaiting;
  await until(isConfirmed, { message: 'older transactions do not end' });
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

t.test('changes that another indexer makes while a rebuild hangs before its swap are made again', async (t) => {
  const { database, databaseUrl } = await testDirectory(t);
  const index = createEmbeddedEngine(language);
  const [id = ''] = await registerMany(database, 2);
  await rebuildIndex({ database, node: mainNode, index });
  const follower = nodeFollower(mainNode);

  async function takeOver(): Promise<void> {
    await changeService(database, id, { trustScore: 77 });
    const page = await until(
      async () => {
        const read = await readLog(database, beginning, 100);
        return read?.entries.some(({ columns }) => columns.includes('trust_score')) ? read : undefined;
      },
      { message: 'the change cannot be read' },
    );
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
