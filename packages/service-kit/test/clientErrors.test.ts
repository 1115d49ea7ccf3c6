import { rawConnection } from '@shirube/testing';
import t, { type Test } from 'tap';
import { appOf } from './appOf.js';

async function startApp(t: Test) {
  const app = appOf(t);
  app.post('/write', async () => 'written');
  app.get('/stream', (_request, reply) => {
    reply.raw.writeHead(200, { 'content-length': '100' }).write('begun');
    reply.hijack();
  });
  // Looked at often, so that nobody waits for it here.
  Object.assign(app.server, { connectionsCheckingInterval: 20, headersTimeout: 60, requestTimeout: 120 });
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
  const url = await startApp(t);
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
