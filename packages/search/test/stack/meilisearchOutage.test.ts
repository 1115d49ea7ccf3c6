import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { startMeilisearch, startProcess, until } from '@shirube/testing';
import t from 'tap';
import { createMeilisearchIndex, createMeilisearchReader, SearchUnavailable } from '../../dist/index.js';
import { alike, entry } from '../catalogFixture.js';

const server = await startMeilisearch(t);
const everything = { filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 } as const;

if (server) {
  const { url, apiKey } = server;
  const index = createMeilisearchIndex({ url, apiKey });
  const reader = createMeilisearchReader({ url, apiKey, limits: { deadline: 20_000 } });
  t.teardown(() => Promise.all([index.close(), reader.close()]));
  const rebuild = await index.beginRebuild();
  await rebuild.apply(alike.map((upsert) => ({ upsert })));
  await rebuild.promote();

  await t.test('a reader is ready soon after the dictionary is loaded', async () => {
    await until(() => reader.ping().then(() => true), { message: 'no answer to a ping' });
  });

  await t.test('a killed Meilisearch is reported soon, and used again when it is back', async (t) => {
    const search = () => reader.search({ text: 'twin', filter: {}, offset: 0, limit: 1 });
    // The first search loads the language data, which is not part of the outage.
    await search();
    await server.kill();
    for (const read of [() => reader.list(everything), search, () => reader.ping()]) {
      const started = performance.now();
      await t.rejects(async () => {
        await read();
      }, SearchUnavailable);
      t.ok(performance.now() - started < 15_000, 'sooner than a search may take');
    }
    await t.rejects(index.apply([{ upsert: entry(1, { name: 'Lost' }) }]), SearchUnavailable);
    await t.rejects(index.prepare(), SearchUnavailable);

    await server.restart();
    await until(async () => (await reader.list(everything)).total === alike.length, {
      message: 'the reader does not recover',
    });
    await index.apply([{ upsert: entry(1, { name: 'Found' }) }]);
    t.equal((await reader.list(everything)).total, alike.length + 1);
  });

  await t.test('a batch that was accepted before a crash is confirmed after it', async (t) => {
    // Fetch reports here when it has read a response to its end.
    const answered = new Promise<void>((resolve) => {
      const read = (message: unknown) => {
        const { request } = message as { request: { method: string; path: string } };
        if (request.method === 'GET' || !request.path.includes('/documents')) return;
        unsubscribe('undici:request:trailers', read);
        resolve();
      };
      subscribe('undici:request:trailers', read);
    });
    const outcome = index.apply([{ upsert: entry(2, { name: 'Survivor' }) }]).then(
      () => 'confirmed',
      (error: unknown) => error,
    );
    await answered;
    await server.kill();
    await server.restart();
    t.equal(await outcome, 'confirmed');
    t.equal((await reader.search({ text: 'survivor', filter: {}, offset: 0, limit: 1 })).total, 1);
  });

  await t.test('at most as many searches wait as are allowed, and the others are refused immediately', async (t) => {
    const busy = createMeilisearchReader({
      url,
      apiKey,
      limits: { connections: 1, waiting: 2, deadline: 20_000 },
    });
    t.teardown(() => busy.close());
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => busy.list(everything)));
    t.equal(answers.filter(({ status }) => status === 'fulfilled').length, 3);
    for (const answer of answers) {
      if (answer.status === 'rejected') t.match(answer.reason, { code: 'search_unavailable', message: /waiting/ });
    }
  });

  await t.test('a wrong key and an unreachable host are reported in one sentence each', async (t) => {
    const wrong = createMeilisearchIndex({ url, apiKey: 'wrong' });
    const nowhere = createMeilisearchIndex({ url: 'http://127.0.0.1:1', apiKey });
    t.teardown(() => Promise.all([wrong.close(), nowhere.close()]));
    await t.rejects(wrong.prepare(), { code: 'search_unavailable', message: /refuses the API key/ });
    await t.rejects(nowhere.prepare(), { code: 'search_unavailable', message: /cannot be reached/ });
  });
}

t.test('a server that responds unlike Meilisearch is an outage too', async (t) => {
  const impostor = createServer((_request, response) => response.end('<p>Welcome'));
  await once(impostor.listen(0, '127.0.0.1'), 'listening');
  const address = impostor.address();
  if (typeof address !== 'object' || !address) throw new Error('the impostor has no address');
  const reader = createMeilisearchReader({ url: `http://127.0.0.1:${address.port}` });
  t.teardown(async () => {
    await reader.close();
    impostor.close();
  });
  await t.rejects(reader.list(everything), SearchUnavailable);
  await t.rejects(reader.search({ text: 'twin', filter: {}, offset: 0, limit: 1 }), SearchUnavailable);
  await t.rejects(reader.ping(), SearchUnavailable);
});

t.test('a process that was blocked past the deadline still uses the response that has arrived meanwhile', async (t) => {
  const program = `require('node:http')
    .createServer((_, response) => setTimeout(() => response.end('{"results":[],"total":0}'), 150))
    .listen(0, '127.0.0.1', function () { console.log('port ' + this.address().port); })`;
  const server = await startProcess(t, process.execPath, ['-e', program]);
  const [, port] = await server.waitForOutput(/port (\d+)/);
  const deadline = 5_000;
  const reader = createMeilisearchReader({ url: `http://127.0.0.1:${port}`, limits: { deadline } });
  t.teardown(() => reader.close());
  await reader.list(everything);
  const answer = reader.list(everything);
  await delay(50);
  // When the event loop is blocked here, timers fire before received data is processed.
  await setImmediate();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, deadline + 1_000);
  t.equal((await answer).total, 0);
});
