import { EventEmitter, getEventListeners, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startDns } from '@shirube/testing';
import { generate } from 'selfsigned';
import t, { type Test } from 'tap';
import { bodyLimit, createGuardedRequest, isAllowedAddress, type OutboundRules, readPorts } from '../dist/index.js';

const everyPort = () => true;
/** Far more than a busy machine needs. */
const patient = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, totalMs: 60_000 };
const guarded = (rules: Partial<OutboundRules> = {}) =>
  createGuardedRequest({ allowPrivate: true, isAllowedPort: everyPort, ...patient, ...rules });

const publicOnes = ['8.8.8.8', '93.184.216.34', '2606:4700::1111'];
const privateOnes = ['127.0.0.1', '127.9.9.9', '10.1.1.1', '172.16.0.1', '192.168.1.1', '::1', 'fd00:ec2::254'];
const closed = [
  '0.0.0.0',
  '0.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '203.0.113.5',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not an address',
];

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

t.test('an answer has its status and headers, and its body if that is wanted', async (t) => {
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

t.test('only public addresses are allowed, and private ones if that is configured', async (t) => {
  for (const address of publicOnes) t.ok(isAllowedAddress(address), address);
  for (const address of [...privateOnes, ...closed]) t.notOk(isAllowedAddress(address), address);
  for (const address of [...publicOnes, ...privateOnes])
    t.ok(isAllowedAddress(address, { allowPrivate: true }), address);
  for (const address of closed) t.notOk(isAllowedAddress(address, { allowPrivate: true }), address);
});

t.test('allowed ports are read from a list of numbers and ranges, and a malformed list is refused', async (t) => {
  const isAllowed = readPorts('80, 443,8000-8999');
  t.same(
    [79, 80, 443, 7999, 8000, 8999, 9000].map((port) => isAllowed?.(port)),
    [false, true, true, false, true, true, false],
  );
  for (const text of ['', 'http', '0', '80-', '9-8', '1-65536']) t.equal(readPorts(text), undefined, text);
});

t.test(
  'this machine, private networks and unlisted ports are refused, whether the host is a number or a name',
  async (t) => {
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
  },
);

t.test('a name is resolved once per request, and the connection goes to the address that was checked', async (t) => {
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

t.test('an unknown name and a name server that does not answer are different faults', async (t) => {
  const dns = await startDns(t);
  const unknown = guarded({ dnsServers: [dns.server] })('http://nobody.example/', { method: 'GET' });
  await t.rejects(unknown, fault('dns', 'unknown_name'));
  const nobody = guarded({ dnsServers: ['127.0.0.1:9'] })('http://nobody.example/', { method: 'GET' });
  await t.rejects(nobody, fault('dns', 'no_answer'));
});

t.test('redirects are followed within the host only, and at most as many as the request allows', async (t) => {
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

t.test('a body is read up to its limit, also while it is decompressed', async (t) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  const events = new EventEmitter();
  const cutOff = once(events, 'cut off');
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/bomb') response.writeHead(402, { 'content-encoding': 'gzip' }).end(bomb);
    else if (request.url === '/rubbish') response.writeHead(402, { 'content-encoding': 'gzip' }).end('no gzip');
    else if (request.url === '/packed')
      response.writeHead(402, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked'));
    else if (request.url === '/largest') response.end(Buffer.alloc(bodyLimit));
    else if (request.url === '/larger') response.end(Buffer.alloc(bodyLimit + 1));
    else {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more).on('close', () => events.emit('cut off'));
      more();
    }
  });
  const request = guarded();
  const read = (path: string) => request(`${url}${path}`, { method: 'GET', wantsBody });
  t.match(await read('/bomb'), { status: 402, body: undefined });
  t.match(await read('/endless'), { status: 200, body: undefined });
  await cutOff;
  t.equal((await read('/largest')).body?.length, bodyLimit);
  t.match(await read('/larger'), { status: 200, body: undefined });
  t.equal((await read('/packed')).body?.toString(), 'unpacked');
  await t.rejects(read('/rubbish'), fault('protocol', 'bad_encoding'));
});

t.test('waiting for headers, for more of a body, and for the whole answer each have a deadline', async (t) => {
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/body') response.writeHead(402).write('a');
    if (request.url === '/dripping') {
      response.writeHead(402);
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    }
  });
  const ask = (path: string, rules: Partial<OutboundRules>) =>
    guarded(rules)(`${url}${path}`, { method: 'GET', wantsBody });
  await Promise.all([
    t.rejects(ask('/headers', { headersMs: 200 }), fault('timeout', 'headers')),
    t.rejects(ask('/body', { bodyMs: 200 }), fault('timeout', 'body')),
    t.rejects(ask('/dripping', { totalMs: 200 }), fault('timeout', 'deadline')),
  ]);
});

t.test('each kind of server that gives no HTTP response is a fault of its own', async (t) => {
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

t.test('a certificate must be trusted and be for the requested name', async (t) => {
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

t.test('a signal that outlives its requests ends those that run, and keeps nothing of the finished ones', async (t) => {
  const { url } = await serve(t, (request, response) => void (request.url === '/' && response.end()));
  const life = new AbortController();
  const request = guarded();
  for (let n = 0; n < 5; n++) await request(url, { method: 'GET', signal: life.signal });
  t.equal(getEventListeners(life.signal, 'abort').length, 0);
  // A monitor makes a million requests a day with one signal, and Node 20 never removes what `AbortSignal.any` notes there.
  const { signal } = life;
  const dependants = Object.getOwnPropertySymbols(signal).filter(
    (symbol) => symbol.description === 'kDependantSignals',
  );
  t.same(
    dependants.filter((symbol) => Reflect.get(signal, symbol)?.size),
    [],
  );
  const hanging = request(`${url}/hanging`, { method: 'GET', signal: life.signal });
  life.abort();
  await t.rejects(hanging, { name: 'RequestFault' });
  await t.rejects(
    request(url, { method: 'GET', signal: life.signal }),
    { name: 'RequestFault' },
    'also before it began',
  );
});
