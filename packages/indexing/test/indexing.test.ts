import { changeService, importServices, listSetAside, removeService, retrySetAside } from '@shirube/catalog';
import { parseService } from '@shirube/search';
import { recordStatements, redisUrl, registration, until } from '@shirube/testing';
import { createEnqueuer } from '@shirube/work';
import t, { type Test } from 'tap';
import { startRemoteEngine } from './remoteEngine.js';
import {
  assertIndexed,
  indexing,
  poison,
  queueIsUsed,
  register,
  registerMany,
  silent,
  testDirectory,
} from './testDirectory.js';

const everything = { filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 } as const;

let queues = 0;

/** An empty directory with an engine, and a queue on Redis if its address is given. */
async function stage(t: Test, redis: { redisUrl?: string } = {}) {
  const { database, databaseUrl } = await testDirectory(t);
  const { engine, index } = await startRemoteEngine(t);
  const options = { ...redis, database, databaseUrl, index, name: `test-${process.pid}-${queues++}` };
  const { enqueue, close } = createEnqueuer({ ...options, log: silent });
  t.teardown(close);
  return { enqueue, engine, options };
}

t.test('a batch takes three statements: read the log, load the services, advance the cursor', async (t) => {
  const { options } = await stage(t);
  await indexing(t, options);
  const statements = recordStatements(t, options.database);
  await registerMany(options.database, 20);
  await assertIndexed(t, options);
  const ofBatches = statements.filter((name) => /^(read-log|load-changed|note-refusals|advance)$/.test(name));
  const loaded = ofBatches.indexOf('load-changed');
  t.strictSame(ofBatches.slice(loaded - 1, loaded + 2), ['read-log', 'load-changed', 'advance']);
});

t.test('a service that was committed but never announced to the queue is found', async (t) => {
  const { engine, options } = await stage(t);
  await indexing(t, options);
  await register(options.database);
  await until(async () => (await engine.list(everything)).total === 1, {
    message: 'nobody looks',
  });
  await assertIndexed(t, options);
});

t.test('two thousand services that are imported at once are found', async (t) => {
  const { enqueue, engine, options } = await stage(t);
  await indexing(t, options);
  enqueue(await registerMany(options.database, 2_000));
  await assertIndexed(t, options);
  t.equal((await engine.list(everything)).total, 2_000);
});

t.test('a document that the engine refuses is set aside with its reason, and is found once it is fixed', async (t) => {
  const { enqueue, engine, options } = await stage(t);
  const { database } = options;
  const ids = await registerMany(database, 120);
  const bad = ids[57] ?? '';
  await poison(database, bad);
  // The index is filled before the bad document arrives, and the others arrive with it in one batch.
  await indexing(t, options);
  enqueue(ids);
  await assertIndexed(t, { ...options, failed: [bad] });
  t.equal((await engine.list(everything)).total, 119);
  const [failed] = await listSetAside(database);
  t.match(failed?.reason, /trustScore/);

  t.same(await retrySetAside(database), [bad]);
  enqueue([bad]);
  const isBack = async () => (await listSetAside(database)).length === 1;
  await until(isBack, { message: 'a retry of what is still bad does not come back' });
  await changeService(database, bad, { trustScore: 50 });
  enqueue([bad]);
  await assertIndexed(t, options);
  t.equal((await engine.list(everything)).total, 120, 'fixed, it is found like any other');
});

t.test('names of every script and length reach the engine unchanged', async (t) => {
  const { enqueue, engine, options } = await stage(t);
  await indexing(t, options);
  const names = ['東京 👩‍👩‍👧‍👦 𠮷', '"quoted"\nlines', 'x'.repeat(255)];
  const services = await importServices(
    options.database,
    names.map((name) => registration({ name })),
  );
  enqueue(services.map(({ id }) => id));
  await assertIndexed(t, options);
  const { services: found } = await engine.list({ ...everything, limit: 10 });
  t.same(new Set(found.map((json) => parseService(json).name)), new Set(names));
});

async function redisQueue(t: Test) {
  const url = await redisUrl(t);
  return url === undefined ? undefined : { redisUrl: url };
}

for (const [name, findQueue] of [
  ['Postgres', async () => ({})],
  ['Redis', redisQueue],
] as const) {
  t.test(`services are indexed with the queue on ${name}`, async (t) => {
    const queue = await findQueue(t);
    if (!queue) return;

    t.test('a registered service is found, follows its changes, and is gone once it is removed', async (t) => {
      const { enqueue, engine, options } = await stage(t, queue);
      const { database } = options;
      await indexing(t, options);
      const id = await register(database);
      enqueue([id]);
      await until(async () => (await engine.list(everything)).total === 1, { message: 'it is not found' });

      await changeService(database, id, { trustScore: 77 });
      enqueue([id]);
      const trust = async () => {
        const { services } = await engine.list(everything);
        return services.map(parseService)[0]?.trustScore === 77;
      };
      await until(trust, { message: 'the change did not arrive' });

      await removeService(database, id);
      enqueue([id]);
      await until(async () => (await engine.list(everything)).total === 0, { message: 'it did not go' });
      await assertIndexed(t, options);
    });

    t.test('an announced service is indexed through the queue, sooner than the log is polled', async (t) => {
      const { enqueue, options } = await stage(t, queue);
      await indexing(t, options);
      await queueIsUsed(options.database, enqueue);
      await assertIndexed(t, options);
    });

    t.test('two indexers at once leave the index as the catalog is, although services change meanwhile', async (t) => {
      const { enqueue, engine, options } = await stage(t, queue);
      const { database } = options;
      await indexing(t, options);
      await indexing(t, options);
      const ids = await registerMany(database, 150);
      enqueue(ids);
      const writers = 10;
      const write = async (writer: number) => {
        for (let round = 1; round <= 4; round++) {
          for (let place = writer; place < ids.length; place += writers) {
            const id = ids[place] ?? '';
            if (place % 50 === round) await removeService(database, id);
            else await changeService(database, id, { trustScore: (place * round) % 100 });
            enqueue([id]);
          }
        }
      };
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
      await assertIndexed(t, options);
      t.equal((await engine.list(everything)).total, 138);
    });
  });
}
