import { once } from 'node:events';
import http, { Agent } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine } from '@shirube/search';
import { startDirectory, until } from '@shirube/testing';
import { importMany, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { muteDatabase } from './hangingParts.js';
import { startReadApp } from './readApp.js';

const html = { accept: 'text/html' };
/** An empty engine, which responds at once. */
const search = createEmbeddedEngine(await loadLanguage());

/** Sends a request on one of the open connections of the agent. */
async function get(agent: Agent, url: string) {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { agent, headers: html }, resolve).once('error', reject);
  });
  return { status: response.statusCode, wait: response.headers['retry-after'] ?? '', body: await text(response) };
}

t.test('of 200 pages at once some are rendered and the others refused, and health checks come between', async (t) => {
  const database = await testCatalog(t);
  const ids = await importMany(database, 200);
  // A process of its own, because this one would have no time for it.
  const { url } = await startDirectory(t, { DATABASE_URL: database.url, MONITOR: 'off' });
  t.equal((await fetch(`${url}/services/${ids[0]}`, { headers: html })).status, 200);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 201 });
  t.teardown(() => agent.destroy());
  const isLive = async () => t.equal((await get(agent, `${url}/live`)).status, 200);
  // All connections are open before the first page is asked for.
  await Promise.all(Array.from({ length: 201 }, isLive));
  const counts = { rendered: 0, refused: 0 };
  const pages = ids.map(async (id) => {
    const { status, wait, body } = await get(agent, `${url}/services/${id}`);
    if (status === 200) counts.rendered += 1;
    else {
      counts.refused += 1;
      t.match(JSON.parse(body), { status: 503, code: 'overloaded' });
      t.match(wait, /^\d+$/);
    }
  });
  await isLive();
  const before = counts.rendered;
  await Promise.all(pages);
  t.ok(counts.rendered >= 16, `${counts.rendered} are rendered`);
  t.ok(counts.refused > 0, `${counts.refused} are refused`);
  t.ok(before < counts.rendered, `${before} of ${counts.rendered} were rendered before the health check`);
  t.equal((await get(agent, `${url}/services/${ids[0]}`)).status, 200, 'it is well again');
});

t.test('parameters that no page knows make no other page', async (t) => {
  const database = await testCatalog(t);
  // What was made twice in a moment is kept for another, which does not end.
  const { url } = await startReadApp(t, { search, databaseUrl: database.url, now: () => 0 });
  /** Returns how many answers are made for a page: itself, and what it reads. */
  async function madeFor(path: string): Promise<number> {
    const made = async () =>
      Number(/shirube_answers_total\{from="made"\} (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
    const before = await made();
    t.match(await (await fetch(url + path, { headers: html })).text(), '</html>');
    return (await made()) - before;
  }
  t.ok((await madeFor('/?category=a&utm=1')) > 0);
  t.ok((await madeFor('/?category=a&utm=2')) > 0);
  for (const path of ['/?category=a', '/?utm=3&category=a', '/?category=a&utm=4&utm=5&gclid=6'])
    t.equal(await madeFor(path), 0, path);
  t.ok((await madeFor('/?category=b')) > 0);
});

t.test('pages that wait for another host keep no others from being rendered', async (t) => {
  const held = new Set<Socket>();
  const silent = createServer((socket) => void held.add(socket.on('error', () => {})));
  await once(silent.listen(0, '0.0.0.0'), 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const database = await testCatalog(t);
  const settings = { MONITOR_ALLOW_PRIVATE: true, TRUST_PROXY: '127.0.0.1' };
  const { url } = await startReadApp(t, { search, databaseUrl: database.url, settings });
  const waiting = new Set<number>();
  // As many as are asked for others at once, of four networks at four hosts.
  const pages = Array.from({ length: 16 }, async (_, n) => {
    waiting.add(n);
    const asked = encodeURIComponent(`http://127.0.0.${1 + (n % 4)}:${port}/${n}`);
    const headers = { ...html, 'x-forwarded-for': `10.${n >> 2}.0.1` };
    await fetch(`${url}/${n % 2 ? 'check' : 'list'}?url=${asked}`, { headers }).then((response) => response.text());
    waiting.delete(n);
  });
  await until(() => held.size >= 16, { message: 'nothing is asked of the other host' });
  for (const path of ['/', '/check', '/list', '/monitor', '/nowhere', '/?category=a', '/?category=b', '/compare'])
    t.match(await (await fetch(url + path, { headers: html })).text(), '</html>', path);
  t.equal(waiting.size, 16, 'all of them still wait');
  for (const socket of held) socket.destroy();
  silent.close();
  await Promise.all(pages);
});

t.test('pages that wait for a Postgres that hangs keep no others from being rendered', async (t) => {
  const mute = await muteDatabase(t);
  const { url } = await startReadApp(t, { search, databaseUrl: mute.url });
  let waiting = 100;
  for (let n = 0; n < 100; n++) {
    const id = `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const done = () => (waiting -= 1);
    fetch(`${url}/services/${id}`, { headers: html }).then(done, done);
  }
  await until(() => mute.connections() > 0, { message: 'nothing is asked of Postgres' });
  for (const path of ['/docs', '/monitor', '/account', '/check'])
    t.equal((await fetch(url + path, { headers: html })).status, 200, path);
  t.ok(waiting >= 16, `${waiting} still wait`);
});
