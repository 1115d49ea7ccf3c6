import { once } from 'node:events';
import { Writable } from 'node:stream';
import { rawConnection, until } from '@shirube/testing';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { createMetrics, HttpProblem, limitRates } from '../dist/index.js';
import { appOf } from './appOf.js';

const listen = { host: '127.0.0.1', port: 0 };
const halfBody =
  'POST /write HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":';

t.test('a client that goes away is counted separately, and is no outage', async (t) => {
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

t.test('a request whose answer takes long is not cut off by the deadline of its body', async (t) => {
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

t.test('a request without a body is not cut off by the deadline of bodies', async (t) => {
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

t.test('an address has a limited number of connections, and a trusted proxy has any number', async (t) => {
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

async function startWritable(t: Test, limits = {}) {
  const app = appOf(t);
  app.post('/write', async () => 'written');
  app.get('/stream', (_request, reply) => {
    reply.raw.writeHead(200, { 'content-length': '100' }).write('begun');
    reply.hijack();
  });
  Object.assign(app.server, limits);
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** Sends `text` and waits, without sending more, until the connection is closed. */
async function answerTo(t: Test, url: string, text: string): Promise<string> {
  const connection = await rawConnection(t, url);
  connection.send(text);
  await connection.closed;
  return connection.received();
}

const problem = (answer: string) => JSON.parse(answer.split('\r\n\r\n')[1] ?? '');

t.test('headers and bodies that do not arrive in time are a 408', async (t) => {
  // Looked at often, so that nobody waits for it here.
  const url = await startWritable(t, { connectionsCheckingInterval: 20, headersTimeout: 60, requestTimeout: 120 });
  for (const [what, text] of [
    ['headers', 'GET /live HTTP/1.1\r\nHost: x\r\n'],
    ['a body', 'POST /write HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
  ] as const) {
    const answer = await answerTo(t, url, text);
    t.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/, what);
    t.match(answer, /^content-type: application\/problem\+json\r$/im, what);
    t.match(answer, /^x-request-id: .+\r$/im, what);
    t.match(problem(answer), { status: 408, code: 'request_timeout' }, what);
  }
});

t.test('bytes that are not HTTP are a 400, and headers without end a 431', async (t) => {
  const url = await startWritable(t);
  t.match(problem(await answerTo(t, url, 'NONSENSE\r\n\r\n')), { status: 400, code: 'bad_request' });
  const long = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`;
  t.match(problem(await answerTo(t, url, long)), { status: 431, code: 'headers_too_large' });
});

t.test('an address whose characters are not encoded is answered with how to encode it', async (t) => {
  const url = await startWritable(t);
  const answer = await answerTo(t, url, 'GET /live?q=天気 HTTP/1.1\r\nHost: x\r\n\r\n');
  t.match(problem(answer), {
    status: 400,
    code: 'bad_request',
    detail: 'Send /live?q=%E5%A4%A9%E6%B0%97 instead; curl does it with -G --data-urlencode',
    requestId: /x-request-id: (\S+)/.exec(answer)?.[1],
  });
});

t.test('a request that cannot be read keeps the id that it was given', async (t) => {
  const url = await startWritable(t);
  const address = 'GET /live?q=天気 HTTP/1.1\r\nHost: x\r\n';
  const answer = await answerTo(t, url, `${address}X-Request-ID: of-the-gateway\r\nAccept: */*\r\n\r\n`);
  t.match(answer, /^x-request-id: of-the-gateway\r$/m);
  t.equal(problem(answer).requestId, 'of-the-gateway');
  const unusable = await answerTo(t, url, `${address}X-Request-ID: ${'x'.repeat(65)}\r\n\r\nX-Request-Id: of-the-body`);
  t.match(problem(unusable).requestId, /^[0-9a-f]{8}-/);
});

t.test('a response that has begun is not mixed with an error', async (t) => {
  const url = await startWritable(t);
  const connection = await rawConnection(t, url);
  connection.send('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
  await connection.waitFor(/begun/);
  connection.send('NONSENSE\r\n\r\n');
  await connection.closed;
  const answer = connection.received();
  t.match(answer, /^HTTP\/1\.1 200 OK/);
  t.notMatch(answer, /bad_request/);
});

t.test('the sender of a body that is too large gets its answer, also when it sends on', async (t) => {
  const app = appOf(t);
  app.post('/write', async () => 'written');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const json = 'Host: x\r\nContent-Type: application/json\r\n';
  const connection = await rawConnection(t, url);
  connection.send(`POST /write HTTP/1.1\r\n${json}Content-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`);
  await connection.waitFor(/^HTTP\/1\.1 413 /);
  connection.send('x'.repeat(100_000));
  connection.send(`POST /write HTTP/1.1\r\n${json}Content-Length: 2\r\n\r\n{}`);
  await connection.waitFor(/written$/);
  app.server.keepAliveTimeout = 100;
  connection.send(`POST /write HTTP/1.1\r\n${json}Content-Length: 200000\r\n\r\n`);
  await connection.closed;
  t.match(
    connection.received(),
    /413 (?!.*HTTP\/).*body_too_large"[^}]*\}$/s,
    'not held for a body that does not come',
  );
});

t.test('also what is answered without a request forbids to guess its type', async (t) => {
  const app = appOf(t);
  const url = await app.listen(listen);
  for (const [text, status] of [
    ['GET /live HTTP/1.1', 200],
    ['GET /nothing HTTP/1.1', 404],
    ['GET /% HTTP/1.1', 400],
    ['GET /caf\u00e9 HTTP/1.1', 400],
    ['nonsense', 400],
  ] as const) {
    const connection = await rawConnection(t, url);
    connection.send(`${text}\r\nHost: test\r\nConnection: close\r\n\r\n`);
    await connection.closed;
    t.match(connection.received(), `HTTP/1.1 ${status} `, text);
    t.match(connection.received(), /^x-content-type-options: nosniff\r$/im, text);
  }
});
