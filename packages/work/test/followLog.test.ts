import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { acquireLease, endLease, importServices, migrate, openDatabase } from '@shirube/catalog';
import { createSparseReport } from '@shirube/service-kit';
import { registration, testDatabaseUrl, until } from '@shirube/testing';
import t from 'tap';
import { followLog } from '../dist/index.js';
import { recordingLog } from './recordingLog.js';

t.test('under load a follower collects entries instead of taking a few at a time', async (t) => {
  const database = openDatabase(await testDatabaseUrl(t), { onError: () => {} });
  t.teardown(() => database.end());
  await migrate(database);
  const stop = new AbortController();
  const pages = { busy: 0, quick: 0 };
  let started = 0;
  const follow = (name: 'busy' | 'quick', collectMs: number) =>
    followLog(
      {
        name,
        collectMs,
        async startOver() {
          started += 1;
        },
        async handle() {
          pages[name] += 1;
          // So there are new entries as soon as these are confirmed.
          await importServices(database, [registration()]);
        },
      },
      { database, report: createSparseReport(recordingLog().log, 'the follower'), signal: stop.signal },
    ).ended;
  const ended = [follow('busy', 600_000), follow('quick', 1)];
  await until(() => started === 2, { message: 'they do not start' });
  await importServices(database, [registration()]);
  await until(() => pages.busy > 1 && pages.quick > 9, { message: 'entries are not handed over at once' });
  t.equal(pages.busy, 2, 'what comes while it is busy is collected');
  stop.abort();
  await Promise.all(ended);
  t.equal(pages.busy, 2, 'until it stops, at once');
});

t.test('entries whose handling ends after the lease was lost are told as overtaken', async (t) => {
  const database = openDatabase(await testDatabaseUrl(t), { onError: () => {} });
  t.teardown(() => database.end());
  await migrate(database);
  const slow = new EventEmitter();
  const overtaken: string[] = [];
  let isStarted = false;
  let isHandling = false;
  const stop = new AbortController();
  const { ended } = followLog(
    {
      name: 'slow',
      async startOver() {
        isStarted = true;
      },
      async handle() {
        isHandling = true;
        await once(slow, 'done');
      },
      async overtaken(entries) {
        overtaken.push(...entries.map(({ serviceId }) => serviceId));
      },
    },
    { database, report: createSparseReport(recordingLog().log, 'the follower'), signal: stop.signal },
  );
  await until(() => isStarted, { message: 'it does not start' });
  const [service] = await importServices(database, [registration()]);
  await until(() => isHandling, { message: 'it is not handed over' });
  await endLease(database, 'slow');
  t.ok(await acquireLease(database, { follower: 'slow', holder: randomUUID() }), 'another process takes over');
  slow.emit('done');
  await until(() => overtaken.length > 0, { message: 'it does not notice' });
  t.strictSame(overtaken, [service?.id]);
  stop.abort();
  await ended;
});
