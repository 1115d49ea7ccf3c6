import { rawConnection } from '@shirube/testing';
import t, { type Test } from 'tap';
import { appOf } from './appOf.js';

async function startApp(t: Test, limits = {}) {
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
  const url = await startApp(t, { connectionsCheckingInterval: 20, headersTimeout: 60, requestTimeout: 120 });
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

t.test('what is no HTTP is a 400, headers without end a 431', async (t) => {
  const url = await startApp(t);
  t.match(problem(await answerTo(t, url, 'NONSENSE\r\n\r\n')), { status: 400, code: 'bad_request' });
  const long = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`;
  t.match(problem(await answerTo(t, url, long)), { status: 431, code: 'headers_too_large' });
});

t.test('an address whose characters are not encoded is answered with how to encode it', async (t) => {
  const url = await startApp(t);
  const answer = await answerTo(t, url, 'GET /live?q=天気 HTTP/1.1\r\nHost: x\r\n\r\n');
  t.match(problem(answer), {
    status: 400,
    code: 'bad_request',
    detail: 'Send /live?q=%E5%A4%A9%E6%B0%97 instead; curl does it with -G --data-urlencode',
    requestId: /x-request-id: (\S+)/.exec(answer)?.[1],
  });
});

t.test('a request that cannot be read keeps the id that it was given', async (t) => {
  const url = await startApp(t);
  const address = 'GET /live?q=天気 HTTP/1.1\r\nHost: x\r\n';
  const answer = await answerTo(t, url, `${address}X-Request-ID: of-the-gateway\r\nAccept: */*\r\n\r\n`);
  t.match(answer, /^x-request-id: of-the-gateway\r$/m);
  t.equal(problem(answer).requestId, 'of-the-gateway');
  const unusable = await answerTo(t, url, `${address}X-Request-ID: ${'x'.repeat(65)}\r\n\r\nX-Request-Id: of-the-body`);
  t.match(problem(unusable).requestId, /^[0-9a-f]{8}-/);
});

t.test('an answer that has begun is not mixed with another', async (t) => {
  const url = await startApp(t);
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
