import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findProgram } from '@shirube/dev/processes';
import { startGateway } from '@shirube/dev/stack';
import {
  directoryClient,
  patientSearches,
  rawConnection,
  registration,
  startDirectory,
  type TestDirectory,
  temporaryDirectory,
  until,
} from '@shirube/testing';
import t, { type Test } from 'tap';

/** Starts a gateway like that of the full stack in front of a directory. */
async function startInFront(
  t: Test,
  directory: Pick<TestDirectory, 'url' | 'apiKey'>,
  env: Record<string, string> = {},
) {
  const apis = { readApis: [directory.url], writeApis: [directory.url] };
  const gateway = await startGateway(await temporaryDirectory(t), { ...apis, env: { ...patientSearches, ...env } });
  t.teardown(() => gateway.stop());
  return { gateway, client: directoryClient(gateway.url, directory.apiKey) };
}

if (!(await findProgram('nginx'))) {
  t.pass('the gateway answers from its cache', { skip: 'nginx is not on PATH' });
} else {
  const directory = await startDirectory(t, { TRUST_PROXY: 'loopback' });

  await t.test('the access log says for each answer whether it came from the cache', async (t) => {
    const counter = createSocket('udp4').bind(0, '127.0.0.1');
    t.teardown(() => counter.close());
    await once(counter, 'listening');
    const exporter = await readFile(new URL('../../gateway/metrics.yml', import.meta.url), 'utf8');
    const [, format = ''] = /format: "(.*)"/.exec(exporter) ?? [];
    const fields = format.replace('$upstream_cache_status', '(\\S+)').replaceAll(/\$\w+/g, '\\S+');
    const line = new RegExp(`^<\\d+>\\w+ [ \\d]\\d [\\d:]+ \\S+ nginx: ${fields}$`);
    const sources: (string | undefined)[] = [];
    counter.on('message', (text) => sources.push(line.exec(text.toString())?.[1]));
    const { client } = await startInFront(t, directory, {
      GATEWAY_ACCESS_LOG: `syslog:server=127.0.0.1:${counter.address().port} answers`,
    });
    const statuses = new Set<string | null>();
    await until(
      async () => {
        statuses.add((await client.get('/api/services?limit=3')).headers.get('x-cache'));
        return statuses.has('HIT');
      },
      { message: 'nothing is kept' },
    );
    await client.get('/api/services', { prefer: 'wait=1' });
    await client.get('/live');
    for (const source of ['HIT', 'MISS', 'BYPASS', '-']) {
      await until(async () => sources.includes(source), { message: `nobody hears of ${source}` });
    }
    t.notOk(sources.includes(undefined), 'every line has the form that the exporter knows');
  });

  await t.test('no header of a client changes what others get from the cache', async (t) => {
    const { gateway, client } = await startInFront(t, directory);
    const documents = ['/opensearch.xml', '/robots.txt', '/feed.atom', '/sitemap.xml'];
    const paths = [...documents, '/server.json', '/.well-known/api-catalog', '/', '/stats'];
    const forwarded = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'evil.example',
      'x-forwarded-port': '666',
      'x-forwarded-prefix': '/evil.example',
      forwarded: 'host=evil.example;proto=https',
      'x-host': 'evil.example',
      'x-original-url': '/evil.example',
      'accept-language': 'ja',
    };
    for (const [n, path] of paths.entries()) {
      const own = path === '/feed.atom' ? path : `${path}?n=${n}`;
      const poisoned = await client.get(own, forwarded);
      t.equal(poisoned.status, 200, path);
      t.notMatch(poisoned.text, 'evil.example', `${path} names the host that the client has called`);
      const connection = await rawConnection(t, gateway.url);
      connection.send(`GET ${own} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
      await connection.closed;
      t.match(connection.received(), /^HTTP\/1\.1 200 /, path);
      const visitor = await client.get(own, { 'accept-language': 'en' });
      t.notMatch(visitor.text, 'evil.example', `${path} of another visitor`);
      t.notMatch(visitor.text, '<html lang="ja"', `${path} in the language of another visitor`);
      const direct = await fetch(directory.url + own, { headers: { ...forwarded, 'x-forwarded-proto': 'https' } });
      t.notMatch(await direct.text(), 'evil.example', `${path} from the service itself`);
    }
  });

  await t.test('in an outage the last answer is sent for as long as its stale-if-error says', async (t) => {
    const service = createServer((_request, response) => {
      response.setHeader('cache-control', 'public, max-age=1, stale-while-revalidate=1, stale-if-error=6');
      response.setHeader('x-accel-expires', `@${Math.floor(Date.now() / 1000)}`);
      response.end('kept');
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    const { client } = await startInFront(t, { url: `http://127.0.0.1:${port}`, apiKey: '' });
    t.equal((await client.get('/api/services')).text, 'kept');
    service.closeAllConnections();
    service.close();
    await once(service, 'close');
    const sources: (string | null)[] = [];
    await until(
      async () => {
        const { status, headers } = await client.get('/api/services');
        sources.push(headers.get('x-cache'));
        return status === 503;
      },
      { message: 'there is no end to it' },
    );
    t.ok(sources.includes('STALE'), 'it goes on at first');
    const stated = (await fetch(`${directory.url}/api/services`)).headers.get('cache-control');
    t.match(stated, /stale-if-error=600$/, 'of the directory itself: for ten minutes');
  });

  await t.test('answers from the cache count for the limit of an address', async (t) => {
    const { client } = await startInFront(t, directory, { RATE_LIMIT_PER_ADDRESS: '50' });
    const statuses: number[] = [];
    await until(
      async () => {
        const { status } = await client.get('/api/services');
        statuses.push(status);
        return status === 429;
      },
      { message: 'there is no limit' },
    );
    t.ok(statuses.includes(200));
    const refused = await until(
      async () => {
        const reply = await client.get<{ code: string }>('/api/services');
        return reply.status === 429 ? reply : undefined;
      },
      { message: 'there is no limit' },
    );
    t.equal(refused.body.code, 'too_many_requests');
    t.match(refused.headers.get('retry-after'), /^\d+$/);
    t.equal(refused.headers.get('ratelimit-limit'), '50');
    t.match(refused.headers.get('content-type'), /^application\/problem\+json/);
    t.equal((await client.get('/live')).status, 200, 'health routes are not limited');
  });

  await t.test('the gateway answers from its cache', async (t) => {
    const log = `${await temporaryDirectory(t)}/answers.log`;
    const { gateway, client } = await startInFront(t, directory, { GATEWAY_ACCESS_LOG: `${log} answers` });
    const path = '/api/services?limit=5';
    const cacheOf = async (headers: Record<string, string> = {}, at = path) =>
      (await client.get(at, headers)).headers.get('x-cache');
    /** Repeats the request until the gateway has a fresh cache entry. */
    const untilHit = async (headers: Record<string, string> = {}, at = path) =>
      until(
        async () => {
          const reply = await client.get<{ name: string }[]>(at, headers);
          return reply.headers.get('x-cache') === 'HIT' ? reply : undefined;
        },
        { message: `${at} is not kept` },
      );

    await t.test('a repeated request is answered from the cache, without headers of the first request', async (t) => {
      const first = await client.get(path);
      t.match(first.headers.get('x-cache'), 'MISS');
      const hit = await untilHit();
      t.equal(hit.headers.get('age'), '0');
      t.match(hit.headers.get('x-request-id'), /^[0-9a-f]{32}$/);
      t.not(hit.headers.get('x-request-id'), (await untilHit()).headers.get('x-request-id'));
      t.equal(hit.headers.get('x-accel-expires'), null);
      t.equal(hit.headers.get('access-control-allow-origin'), '*');
      t.equal(hit.headers.get('x-total-count'), '0');
    });

    await t.test('lists, searches, categories and assets are cached in each encoding', async (t) => {
      for (const at of [
        '/api/catalog/search?q=weather',
        '/api/services/search/intent?q=weather',
        '/api/categories',
        '/',
      ])
        t.equal((await untilHit({}, at)).status, 200, at);
      const asset = /"\/(assets\/[^"]+\.js)"/.exec((await client.get('/')).text)?.[1];
      const plain = await untilHit({ 'accept-encoding': 'identity' }, `/${asset}`);
      const packed = await untilHit({ 'accept-encoding': 'gzip' }, `/${asset}`);
      t.equal(plain.headers.get('content-encoding'), null);
      t.equal(packed.headers.get('content-encoding'), 'gzip');
      t.equal(packed.text, plain.text);
      const refused = await client.get(`/${asset}`, { 'accept-encoding': 'gzip;q=0, br;q=0' });
      t.equal(refused.headers.get('content-encoding'), null, 'who refuses a form does not get it');
    });

    await t.test('pages are cached in each language', async (t) => {
      const japanese = await untilHit({ 'accept-language': 'fr,ja;q=0.9,en;q=0.8' }, '/');
      const english = await untilHit({ 'accept-language': 'en-US,en;q=0.9,ja;q=0.8' }, '/');
      t.match(japanese.text, '<html lang="ja">');
      t.match(english.text, '<html lang="en">');
      t.match((await untilHit({ 'accept-language': 'en' }, '/?lang=ja')).text, '<html lang="ja">');
      const unknown = await client.get('/no/such/page', { accept: 'text/html' });
      t.match(unknown.headers.get('content-type'), 'text/html');
      const problem = await client.get('/no/such/page', { accept: 'application/json' });
      t.match(problem.headers.get('content-type'), 'application/problem+json');
    });

    await t.test('a cached answer with the ETag of the request is a 304', async (t) => {
      const etag = (await untilHit()).headers.get('etag') ?? '';
      // Does not use fetch, which requests a fresh response whenever this header is set.
      const connection = await rawConnection(t, gateway.url);
      connection.send(
        `GET ${path} HTTP/1.1\r\nHost: ${new URL(gateway.url).host}\r\nAccept-Encoding: gzip\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`,
      );
      await connection.closed;
      t.match(connection.received(), /^HTTP\/1\.1 304 /);
      t.match(connection.received(), /\r\nX-Cache: (HIT|STALE|UPDATING|EXPIRED)\r\n/);
      t.match(connection.received(), /\r\n\r\n$/, 'without a body');
    });

    await t.test('a request with a key, Prefer or no-cache goes past the cache', async (t) => {
      await untilHit();
      for (const headers of [
        { authorization: `Bearer ${directory.apiKey}` },
        { prefer: 'wait=1' },
        { 'cache-control': 'no-cache' },
      ])
        t.equal(await cacheOf(headers), 'BYPASS');
      const posted = await client.post(registration({ name: 'Just now' }), { prefer: 'wait=30' });
      t.equal(posted.status, 201);
      const { body } = await client.get<{ name: string }[]>(path, { 'cache-control': 'no-cache' });
      t.strictSame(
        body.map(({ name }) => name),
        ['Just now'],
      );
      await until(async () => (await client.get<unknown[]>(path)).body.length === 1, {
        message: 'a change is not seen without asking for it',
      });
      t.equal(await cacheOf({}, '/live'), null, 'health is never kept');
    });

    await t.test('a missed request has an id of the gateway', async (t) => {
      const missed = await client.get(`/api/services/${'x'.repeat(40)}`);
      t.equal(missed.status, 404);
      t.match(missed.headers.get('x-request-id'), /^[0-9a-f]{32}$/);
    });

    await t.test('when the service is down its last answer is sent, marked stale', async (t) => {
      const before = await untilHit();
      directory.kill('SIGKILL');
      await directory.exited;
      const reply = await until(
        async () => {
          const answer = await client.get(path);
          return answer.headers.get('x-cache') === 'STALE' ? answer : undefined;
        },
        { message: 'nothing stale is sent' },
      );
      t.equal(reply.status, 200);
      t.equal(reply.text, before.text);
      t.ok(Date.parse(reply.headers.get('date') ?? '') <= Date.now(), 'with the date on which it was made');
      const unknown = await client.get<{ code: string }>('/api/services?limit=7');
      t.equal(unknown.status, 503);
      t.equal(unknown.body.code, 'service_unavailable');
      t.equal((await client.get('/live')).status, 503, 'and nobody who watches is deceived');
    });
    t.notMatch(await gateway.output(), /\[(emerg|alert|crit)\]/);
    const answers = await readFile(log, 'utf8');
    for (const status of ['HIT', 'MISS', 'BYPASS', 'STALE'])
      t.match(answers, new RegExp(`^\\S+ [0-9a-f]{32} GET /\\S* \\d{3} [\\d.]+ cache=${status}$`, 'm'));
    t.notMatch(answers, /limit=|127\.0\.0\.1/, 'neither queries nor addresses are logged');
  });

  await t.test('a client is limited by its own address, not by the one that it claims', async (t) => {
    const limited = await startDirectory(t, { TRUST_PROXY: 'loopback', RATE_LIMIT_PER_ADDRESS: '5' });
    // The gateway itself has no rate limit here.
    const { client } = await startInFront(t, limited, { RATE_LIMIT_PER_ADDRESS: '0' });
    const ask = (n: number) =>
      client.get<{ code: string }>('/api/services', {
        'x-forwarded-for': `10.0.0.${n}`,
        'cache-control': 'no-cache',
      });
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
    t.ok(replies.some(({ status, body }) => status === 429 && body.code === 'too_many_requests'));
  });
}
