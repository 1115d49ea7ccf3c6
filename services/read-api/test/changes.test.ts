import { mock } from 'node:test';
import { changeService, importServices, writeFeedCursor } from '@shirube/catalog';
import type { Change } from '@shirube/contracts';
import {
  createRelay,
  type EventStream,
  endTogether,
  listenToEvents,
  registration,
  switchableAddress,
  until,
} from '@shirube/testing';
import { confirmedFeed, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { startReadApp } from './readApp.js';

const feed = '/api/changes';

t.test('the event stream of changes tells all of them to everybody', async (t) => {
  const database = await testCatalog(t);
  const { url } = database;
  const services = await importServices(
    database,
    Array.from({ length: 250 }, (_, i) => registration({ description: `${i} ${'long '.repeat(350)}` })),
  );
  const ids = services.map(({ id }) => id).sort();
  const [id = ''] = ids;
  let trustScore = 0;
  const change = async () => {
    trustScore = (trustScore + 1) % 100;
    await changeService(database, id, { trustScore });
    return trustScore;
  };
  /** Returns the end of the feed. */
  const tail = async () => writeFeedCursor((await confirmedFeed(database)).cursor);

  await t.test('every follower gets every change, whenever it came', async (t) => {
    const app = await startReadApp(t, { databaseUrl: url });
    const since = await tail();
    const streams: EventStream<Change>[] = [];
    for (let i = 0; i < 5; i++) {
      streams.push(await listenToEvents<Change>(`${app.url}${feed}?since=${since}`));
      await change();
    }
    streams.push(await listenToEvents<Change>(`${app.url}${feed}`));
    await Promise.all(Array.from({ length: 3 }, change));
    const types = (stream: EventStream<Change>) => stream.events.map(({ data }) => data.type).join();
    const expected = Array.from({ length: 8 }, () => 'status').join();
    for (const [place, stream] of streams.slice(0, 5).entries()) {
      await until(() => types(stream) === expected, { message: `follower ${place} heard ${types(stream)}` });
    }
    const [whole] = streams.slice(-1);
    await until(() => (whole?.events.length ?? 0) >= 258, { message: 'the last follower lacks some' });
    t.strictSame(
      whole?.events.slice(0, 250).map(({ data }) => data.id),
      ids,
    );
    for (const { close } of streams) close();
  });

  await t.test('300 followers that come at once get in, as after a restart', async (t) => {
    const app = await startReadApp(t, { databaseUrl: url });
    const since = await tail();
    const streams = await Promise.all(
      Array.from({ length: 300 }, () => listenToEvents<Change>(`${app.url}${feed}?since=${since}`)),
    );
    t.strictSame([...new Set(streams.map(({ status }) => status))], [200]);
    const trust = await change();
    for (const stream of streams) await stream.waitFor(({ data }) => data.service?.trustScore === trust);
    t.ok(streams.every(({ events }) => events.length === 1));
    for (const { close } of streams) close();
  });

  await t.test('followers hear what they missed while Postgres was away', async (t) => {
    const address = await switchableAddress(t, url);
    await address.on();
    const app = await startReadApp(t, { databaseUrl: address.url });
    const stream = await listenToEvents<Change>(`${app.url}${feed}?since=${await tail()}`);
    const before = await change();
    await stream.waitFor(({ data }) => data.service?.trustScore === before);
    await address.off();
    const missed = await change();
    const refused = await fetch(`${app.url}${feed}`);
    t.equal(refused.status, 503);
    await address.on();
    await stream.waitFor(({ data }) => data.service?.trustScore === missed);
    stream.close();
  });

  await t.test(
    'followers hear of changes within a heartbeat if the connection that listens is half dead',
    async (t) => {
      const { url: silent, listen } = await createRelay(t, url, (user, server) => {
        endTogether(user, server);
        let isListening = false;
        user.on('data', (bytes) => {
          isListening ||= bytes.includes('listen shirube_changes');
          server.write(bytes);
        });
        // The connection stays open and answers, but its notifications are lost.
        server.on('data', (bytes) => {
          if (!isListening || bytes[0] !== 'A'.charCodeAt(0)) user.write(bytes);
        });
      });
      await listen();
      const app = await startReadApp(t, { databaseUrl: silent });
      mock.timers.enable({ apis: ['setInterval'] });
      t.teardown(() => mock.timers.reset());
      const stream = await listenToEvents<Change>(`${app.url}${feed}?since=${await tail()}`);
      // The first may be found when the stream begins.
      for (let n = 0; n < 3; n++) {
        const trust = await change();
        mock.timers.tick(15_000);
        await stream.waitFor(({ data }) => data.service?.trustScore === trust);
      }
      stream.close();
    },
  );

  await t.test('followers are let go at once when the service stops', async (t) => {
    const app = await startReadApp(t, { databaseUrl: url });
    const stream = await listenToEvents<Change>(`${app.url}${feed}?since=${await tail()}`);
    const started = performance.now();
    await app.close();
    await stream.ended;
    t.ok(performance.now() - started < 4_900, 'without waiting for the grace');
  });

  // Last, because it makes the feed long.
  await t.test('a follower that does not read is cut off, and others hear all the while', async (t) => {
    const app = await startReadApp(t, { databaseUrl: url, followerPatienceMs: 1_000 });
    const since = await tail();
    const stalled = await listenToEvents<Change>(`${app.url}${feed}`);
    const good = await listenToEvents<Change>(`${app.url}${feed}?since=${since}`);
    stalled.pause();
    t.equal(await app.connections(), 2);
    // Waits until the buffers of the connection are full and the timeout has passed.
    await until(
      async () => {
        await database.query('update services set trust_score = (trust_score + 1) % 100');
        return (await app.connections()) === 1;
      },
      { message: 'it is not cut off' },
    );
    const trust = await change();
    await good.waitFor(({ data }) => data.id === id && data.service?.trustScore === trust);
    good.close();
    stalled.close();
  });
});
