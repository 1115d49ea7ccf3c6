import { once } from 'node:events';
import { Writable } from 'node:stream';
import { rawConnection, until } from '@shirube/testing';
import { pino } from 'pino';
import t from 'tap';
import { createMetrics, HttpProblem, limitRates } from '../dist/index.js';
import { appOf } from './appOf.js';

const listen = { host: '127.0.0.1', port: 0 };
const halfBody =
  'POST /write HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":';

t.test('a client that goes away is counted apart, and is no outage', async (t) => {
  const lines: string[] = [];
  const output = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const metrics = createMetrics();
  const app = appOf(t, {
    log: pino({ level: 'debug' }, output),
    metrics,
    // As a part would be translated whose connection has broken.
    translateError: (error) =>
      error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
        ? new HttpProblem(503, 'catalog_unavailable', 'Service unavailable', 'The catalog is down.')
        : undefined,
  });
  app.post('/write', async () => 'written');
  let finish = () => {};
  app.get('/slow', () => new Promise<string>((resolve) => (finish = () => resolve('late'))));
  const url = await app.listen(listen);

  const sending = await rawConnection(t, url);
  sending.send(halfBody);
  const waiting = await rawConnection(t, url);
  const request = once(app.server, 'request');
  waiting.send('GET /slow HTTP/1.1\r\nHost: test\r\n\r\n');
  await request;
  sending.destroy();
  waiting.destroy();
  const count = async () => (await metrics.getSingleMetric('http_requests_abandoned_total')?.get())?.values[0]?.value;
  await until(async () => (await count()) === 2, { message: 'they are not counted' });
  finish();
  t.equal((await fetch(`${url}/live`)).status, 200);
  t.notMatch(await metrics.metrics(), /status="5/);
  t.match(lines.join(''), /the client disconnected/);
  t.match(
    lines.join(''),
    /"requestId":"[\w-]+","method":"GET","url":"\/live","status":200,/,
    'a line for each request',
  );
  t.notMatch(lines.join(''), /"level":(40|50)|outage|unavailable/, 'nothing above the level of debug');
});

t.test('a body that rests is answered with 408, and its connection is closed', async (t) => {
  const app = appOf(t, { bodyDeadlineMs: 50 });
  app.post('/write', async () => 'written');
  const client = await rawConnection(t, await app.listen(listen));
  client.send(halfBody);
  await client.closed;
  t.match(client.received(), /^HTTP\/1\.1 408 /);
  t.match(client.received(), /"code":"request_timeout"/);
  t.match(client.received(), /\r\nconnection: close\r\n/i);
});

t.test('who takes long for the answer, not for the body, is not concerned', async (t) => {
  const app = appOf(t, { bodyDeadlineMs: 20 });
  app.post('/write', async () => {
    // Another request with a body rests for as long as is allowed meanwhile.
    const other = await rawConnection(t, url);
    other.send(halfBody.replace('/write', '/other'));
    await other.closed;
    return { written: true };
  });
  app.post('/other', async () => ({}));
  const url = await app.listen(listen);
  const answer = await fetch(`${url}/write`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  t.same(await answer.json(), { written: true });
});

t.test('nor is who sends no body at all', async (t) => {
  const app = appOf(t, { bodyDeadlineMs: 20 });
  const rested = async () => {
    const other = await rawConnection(t, url);
    other.send(halfBody);
    await other.closed;
    return { done: true };
  };
  app.post('/write', async () => ({}));
  app.delete('/remove', rested);
  app.post('/ask', rested);
  const url = await app.listen(listen);
  for (const [method, path] of [
    ['DELETE', '/remove'],
    ['POST', '/ask'],
  ] as const) {
    t.same(await (await fetch(`${url}${path}`, { method })).json(), { done: true }, method);
  }
});

t.test('an address has so many connections and no more; proxies have any number', async (t) => {
  const start = async (TRUST_PROXY?: string) => {
    const app = appOf(t);
    limitRates(app, { CONNECTIONS_PER_ADDRESS: 2, ...(TRUST_PROXY ? { TRUST_PROXY } : {}) });
    return app.listen(listen);
  };
  const url = await start();
  const first = await rawConnection(t, url);
  await rawConnection(t, url);
  const third = await rawConnection(t, url);
  await third.closed;
  t.match(third.received(), /^HTTP\/1\.1 429 Too Many Requests\r\n/);
  t.match(third.received(), /\r\nretry-after: \d/);
  t.match(third.received(), /"code":"too_many_connections"/);
  first.destroy();
  await until(async () => (await fetch(`${url}/live`)).status === 200, { message: 'its place is not free' });

  const proxiedUrl = await start('loopback');
  const connections = await Promise.all([1, 2, 3].map(() => rawConnection(t, proxiedUrl)));
  for (const connection of connections) {
    connection.send('GET /live HTTP/1.1\r\nHost: test\r\n\r\n');
    await connection.waitFor(/^HTTP\/1\.1 200 /);
  }
});
