import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { acquireLease, endLease, importServices } from '@shirube/catalog';
import { createSparseReport } from '@shirube/service-kit';
import { registration, until } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { follow } from '../dist/index.js';
import { recordingLog } from './recordingLog.js';

t.test('under load a follower collects entries instead of taking a few at a time', async (t) => {
  const database = await testCatalog(t);
  const stop = new AbortController();
  const pages = { busy: 0, quick: 0 };
  let started = 0;
  const startFollower = (name: 'busy' | 'quick', lingerMs: number) =>
    follow(
      name,
      async () => {
        pages[name] += 1;
        // So there are new entries as soon as these are confirmed.
        await importServices(database, [registration()]);
      },
      {
        database,
        report: createSparseReport(recordingLog().log, 'the follower'),
        signal: stop.signal,
        lingerMs,
        async startOver() {
          started += 1;
        },
      },
    ).ended;
  const ended = [startFollower('busy', 600_000), startFollower('quick', 1)];
  await until(() => started === 2, { message: 'they do not start' });
  await importServices(database, [registration()]);
  await until(() => pages.busy > 1 && pages.quick > 9, { message: 'entries are not handed over at once' });
  t.equal(pages.busy, 2, 'what comes while it is busy is collected');
  stop.abort();
  await Promise.all(ended);
  t.equal(pages.busy, 2, 'until it stops, at once');
});

t.test('entries whose handling ends after the lease was lost are reported as overtaken', async (t) => {
  const database = await testCatalog(t);
  const slow = new EventEmitter();
  const overtaken: string[] = [];
  let isStarted = false;
  let isHandling = false;
  const stop = new AbortController();
  const { ended } = follow(
    'slow',
    async () => {
      isHandling = true;
      await once(slow, 'done');
    },
    {
      database,
      report: createSparseReport(recordingLog().log, 'the follower'),
      signal: stop.signal,
      async startOver() {
        isStarted = true;
      },
      async overtaken(entries) {
        overtaken.push(...entries.map(({ serviceId }) => serviceId));
      },
    },
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

t.test('a follower that fails prepares again before it gets the same entries again', async (t) => {
  const database = await testCatalog(t);
  const { log, lines } = recordingLog();
  const events: string[] = [];
  const stop = new AbortController();
  const follower = follow(
    'unlucky',
    async ([entry]) => {
      events.push(`handle ${entry?.serviceId}`);
      if (events.length < 5) throw new Error('not today');
    },
    {
      database,
      report: createSparseReport(log, 'the follower'),
      signal: stop.signal,
      async prepare() {
        events.push('prepare');
        if (events.length === 1) throw new Error('not yet');
      },
      async startOver() {
        events.push('start over');
      },
    },
  );
  await follower.prepared;
  t.strictSame(events, ['prepare', 'prepare'], 'it is prepared before it takes the lease');
  await until(() => events.length === 3, { message: 'it does not start' });
  const [service] = await importServices(database, [registration()]);
  const once = `handle ${service?.id}`;
  await until(() => events.length === 6, { message: 'it does not go on' });
  t.strictSame(events.slice(2), ['start over', once, 'prepare', once]);
  await until(() => lines.some((line) => /^the follower works again/.test(line)), { message: 'it has not recovered' });
  t.notOk(follower.isFailing());

  follower.fail(new Error('the index is gone'));
  await until(() => events.length === 7, { message: 'it does not prepare again' });
  t.equal(events.at(-1), 'prepare');
  stop.abort();
  await follower.ended;
});
