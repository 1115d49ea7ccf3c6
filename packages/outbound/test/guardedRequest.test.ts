import { getEventListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startDns } from '@shirube/testing';
import { generate } from 'selfsigned';
import t, { type Test } from 'tap';
import { bodyLimit, createGuardedRequest, type OutboundRules } from '../dist/index.js';

const everyPort = () => true;
/** Far more than a busy machine needs. */
const patient = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, totalMs: 60_000 };
const guarded = (rules: Partial<OutboundRules> = {}) =>
  createGuardedRequest({ allowPrivate: true, isAllowedPort: everyPort, ...patient, ...rules });

async function listening(t: Test, server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') {
      server.closeAllConnections();
    }
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function serve(t: Test, listener: RequestListener): Promise<{ url: string; port: number; requests: string[] }> {
  const requests: string[] = [];
  const port = await listening(
    t,
    createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.host}`);
      listener(request, response);
    }),
  );
  return { url: `http://127.0.0.1:${port}`, port, requests };
}

const wantsBody = () => true;
const fault = (kind: string, detail: string) => ({ name: 'RequestFault', kind, detail });

t.test('an answer has its status, its headers, and its body where that is wanted', async (t) => {
  const { url, requests } = await serve(t, (request, response) => {
    response.writeHead(402, { 'x-own': 'yes' }).end(`paid ${request.headers['user-agent']}`);
  });
  const headers = { 'user-agent': 'test' };
  const answer = await guarded()(`${url}/a?b=c`, { method: 'GET', headers, wantsBody });
  t.match(answer, { status: 402, headers: { 'x-own': 'yes' }, method: 'GET', url: `${url}/a?b=c` });
  t.equal(answer.body?.toString(), 'paid test');
  t.equal((await guarded()(url, { method: 'POST', body: '{}' })).body, undefined);
  t.match(requests, [/^GET \/a\?b=c 127/, /^POST \/ 127/]);
});

t.test('this machine and private networks are closed, by number and by name, and other ports too', async (t) => {
  const { url, port, requests } = await serve(t, (_request, response) => void response.end());
  const dns = await startDns(t);
  dns.answers.set('inside.example', [['127.0.0.1']]);
  dns.answers.set('both.example', [['93.184.216.34', '127.0.0.1']]);
  const request = guarded({ allowPrivate: false, dnsServers: [dns.server] });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', 'inside.example', 'both.example']) {
    const notPublic = fault('refused', 'address_not_public');
    await t.rejects(request(`http://${host}:${port}/`, { method: 'GET' }), notPublic, host);
  }
  const otherPorts = guarded({ allowPrivate: false, isAllowedPort: (allowed) => allowed !== port });
  await t.rejects(otherPorts(url, { method: 'GET' }), fault('refused', 'port_not_allowed'));
  await t.rejects(request('ftp://example.com/', { method: 'GET' }), fault('refused', 'address_not_allowed'));
  t.same(requests, []);
});

t.test('the name is resolved once, and what it named then is connected to', async (t) => {
  const { port, requests } = await serve(t, (_request, response) => void response.end());
  const dns = await startDns(t);
  // The first answer is allowed; whoever asks again gets where it must not go.
  dns.answers.set('rebinding.example', [['127.0.0.1'], ['169.254.169.254']]);
  const request = guarded({ dnsServers: [dns.server] });
  const url = `http://rebinding.example:${port}/`;
  t.match(await request(url, { method: 'GET' }), { status: 200 });
  t.same(dns.queries, ['rebinding.example']);
  t.same(requests, [`GET / rebinding.example:${port}`], 'and Host is the name');
  await t.rejects(request(url, { method: 'GET' }), fault('refused', 'address_not_public'));
  t.equal(requests.length, 1);
});

t.test('names that nobody knows, and name servers that do not answer, are told apart', async (t) => {
  const dns = await startDns(t);
  const unknown = guarded({ dnsServers: [dns.server] })('http://nobody.example/', { method: 'GET' });
  await t.rejects(unknown, fault('dns', 'unknown_name'));
  const nobody = guarded({ dnsServers: ['127.0.0.1:9'] })('http://nobody.example/', { method: 'GET' });
  await t.rejects(nobody, fault('dns', 'no_answer'));
});

t.test('redirects are followed within the host, and there are few', async (t) => {
  const { url, port, requests } = await serve(t, (request, response) => {
    const to = new URL(request.url ?? '', 'http://x').searchParams.get('to');
    if (to) response.writeHead(307, { location: to }).end();
    else response.end();
  });
  const request = guarded();
  const to = (target: string) => `${url}/?to=${encodeURIComponent(target)}`;
  const follow = { method: 'GET', redirects: 3 } as const;
  for (const target of [
    'http://169.254.169.254/latest/meta-data/',
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[64:ff9b::7f00:1]:${port}/`,
    `http://[2002:7f00:1::]:${port}/`,
  ]) {
    t.match(await request(to(target), follow), { status: 307, leadsTo: new URL(target).href }, target);
  }
  t.match(await request(to('file:///etc/passwd'), follow), { status: 307, leadsTo: 'file:///etc/passwd' });
  const withUser = `http://user@127.0.0.1:${port}/`;
  await t.rejects(request(to(withUser), follow), fault('refused', 'address_not_allowed'));
  await t.rejects(request(to('http://['), follow), fault('protocol', 'bad_address'));
  t.match(await request(to(to(to('/'))), follow), { status: 200, url: `${url}/` });
  await t.rejects(request(to(to(to(to('/')))), follow), fault('protocol', 'too_many_redirects'));
  t.match(await request(to('/'), { method: 'GET' }), { status: 307 }, 'not followed by default');
  t.notOk(requests.some((line) => line.includes('::ffff')));
});

t.test('bodies are read to a bound, whatever they unpack to', async (t) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  let sent = 0;
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/bomb') response.writeHead(402, { 'content-encoding': 'gzip' }).end(bomb);
    else if (request.url === '/rubbish') response.writeHead(402, { 'content-encoding': 'gzip' }).end('no gzip');
    else if (request.url === '/packed')
      response.writeHead(402, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked'));
    else {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
      };
      response.on('drain', more);
      more();
    }
  });
  const request = guarded();
  const read = (path: string) => request(`${url}${path}`, { method: 'GET', wantsBody });
  t.match(await read('/bomb'), { status: 402, body: undefined });
  t.match(await read('/endless'), { status: 200, body: undefined });
  t.ok(sent < 100 * bodyLimit, 'it is cut off');
  t.equal((await read('/packed')).body?.toString(), 'unpacked');
  await t.rejects(read('/rubbish'), fault('protocol', 'bad_encoding'));
});

t.test('every phase has its time', async (t) => {
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/body') response.writeHead(402).write('a');
    if (request.url === '/dripping') {
      response.writeHead(402);
      const timer = setInterval(() => response.write('a'), 100);
      response.on('close', () => clearInterval(timer));
    }
  });
  const ask = (path: string, rules: Partial<OutboundRules>) =>
    guarded(rules)(`${url}${path}`, { method: 'GET', wantsBody });
  await t.rejects(ask('/headers', { headersMs: 500 }), fault('timeout', 'headers'));
  await t.rejects(ask('/body', { bodyMs: 500 }), fault('timeout', 'body'));
  await t.rejects(ask('/dripping', { totalMs: 1_000 }), fault('timeout', 'deadline'));
});

t.test('who does not speak HTTP, closes, or is not there', async (t) => {
  const speaking = (say: (socket: Socket) => void) => listening(t, createTcpServer(say) as Server);
  const request = guarded();
  const ask = (port: number) => request(`http://127.0.0.1:${port}/`, { method: 'GET' });
  const rubbish = await speaking((socket) => void socket.end('SSH-2.0-OpenSSH\r\n'));
  await t.rejects(ask(rubbish), fault('protocol', 'not_http'));
  await t.rejects(ask(await speaking((socket) => void socket.destroy())), fault('refused', 'closed'));
  const large = await speaking((socket) => {
    socket.on('error', () => {});
    socket.write(`HTTP/1.1 402 Pay\r\nx: ${'a'.repeat(64_000)}\r\n\r\n`);
  });
  await t.rejects(ask(large), fault('protocol', 'headers_too_large'));
  await t.rejects(ask(1), fault('refused', 'no_connection'));
});

t.test('a certificate must be good, and for the name that was asked for', async (t) => {
  const dns = await startDns(t);
  for (const name of ['right.example', 'wrong.example']) dns.answers.set(name, [['127.0.0.1']]);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'right.example' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'right.example' }] }],
  });
  const port = await listening(
    t,
    createTlsServer({ key, cert }, (_request, response) => void response.end()),
  );
  const rules = { dnsServers: [dns.server] };
  const ask = (name: string, ca?: string) => guarded({ ...rules, ca })(`https://${name}:${port}/`, { method: 'GET' });
  t.match(await ask('right.example', cert), { status: 200 });
  await t.rejects(ask('wrong.example', cert), fault('tls', 'certificate'));
  await t.rejects(ask('right.example'), fault('tls', 'certificate'));
  const { port: plain } = await serve(t, (_request, response) => void response.end());
  await t.rejects(guarded()(`https://127.0.0.1:${plain}/`, { method: 'GET' }), fault('tls', 'handshake'));
});

t.test('a signal that outlives requests ends them, and keeps nothing of those that are done', async (t) => {
  const { url } = await serve(t, (request, response) => void (request.url === '/' && response.end()));
  const life = new AbortController();
  const request = guarded();
  for (let n = 0; n < 5; n++) await request(url, { method: 'GET', signal: life.signal });
  t.equal(getEventListeners(life.signal, 'abort').length, 0);
  // A monitor makes a million requests a day with one signal, and Node 20 never removes what `AbortSignal.any` notes there.
  const noted = Object.getOwnPropertySymbols(life.signal).filter(
    ({ description }) => description === 'kDependantSignals',
  );
  for (const symbol of noted) t.notOk(Reflect.get(life.signal, symbol)?.size);
  const hanging = request(`${url}/hanging`, { method: 'GET', signal: life.signal });
  life.abort();
  await t.rejects(hanging, { name: 'RequestFault' });
  await t.rejects(
    request(url, { method: 'GET', signal: life.signal }),
    { name: 'RequestFault' },
    'also before it began',
  );
});
