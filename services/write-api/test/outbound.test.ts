import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from '@shirube/catalog';
import type { Preview } from '@shirube/contracts';
import { challengeOf, type DirectoryClient, stopRateWindow, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { startWriteApi } from './writeApi.js';

const challenge = JSON.stringify(challengeOf());

/** Serves at every loopback address, which act as separate hosts. */
async function serve(t: Test, listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '0.0.0.0', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (host: number, path = '/paid') => `http://127.0.0.${host}:${port}${path}`;
}

const preview = (client: DirectoryClient, url: string, key = client.key) =>
  client.request<Preview>('/api/registrations/preview', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });

/** Checks an address as a client with this loopback address, and returns the status. */
const checkFrom = (client: DirectoryClient, localAddress: string, url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const address = `${client.base}/api/check?url=${encodeURIComponent(url)}`;
    httpRequest(address, { localAddress }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

t.test('requests to one host are limited, and so are those for one caller', async (t) => {
  const { client, database } = await startWriteApi(t, {
    environment: { MONITOR_ALLOW_PRIVATE: 'true', RATE_LIMIT_OUTBOUND: '12' },
  });
  const { key: other } = await createKey(database, { name: 'other', scopes: ['services:write'] });
  const requests: string[] = [];
  const seller = await serve(t, ({ headers: { host }, url }, response) => {
    requests.push(`${host}${url}`);
    response.writeHead(url === '/paid' ? 402 : 404).end(challenge);
  });
  stopRateWindow(t);
  t.equal((await preview(client, seller(1))).status, 200);
  t.equal(requests.length, 4, 'the three documents, and what was asked for');
  t.equal((await preview(client, seller(1))).status, 200);
  for (let at = 0; at < 4; at += 1) t.equal(await checkFrom(client, '127.0.0.1', seller(1)), 200);
  const late = await preview(client, seller(1));
  t.match([late.status, late.headers.get('retry-after'), requests.length], [429, /^[1-9]/, 12]);
  t.equal((await preview(client, seller(1), other)).status, 429, 'the host is left alone by others, too');
  t.equal((await preview(client, seller(2))).status, 200, 'but another is not');
  t.match(await preview(client, seller(3)), { status: 429 }, 'until the caller has nothing left');
  t.equal((await preview(client, seller(3), other)).status, 200, 'others have');
});

t.test('requests that one window does not allow wait for the next, and are sent then', async (t) => {
  const { client } = await startWriteApi(t, {
    environment: { MONITOR_ALLOW_PRIVATE: 'true', RATE_LIMIT_OUTBOUND: '10' },
  });
  const paths = Array.from({ length: 14 }, (_, at) => `/paid/${at}`);
  let requests = 0;
  const seller = await serve(t, ({ url = '' }, response) => {
    requests += 1;
    if (url.startsWith('/paid')) return void response.writeHead(402).end(challenge);
    const operations = paths.map((path) => [path, { get: { 'x-payment-info': {} } }]);
    response.end(JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(operations) }));
  });
  const nextWindow = stopRateWindow(t);
  let isAnswered = false;
  const previewing = preview(client, seller(1, '/')).finally(() => {
    isAnswered = true;
  });
  await until(() => requests === 10, { message: 'the first window is not used up' });
  t.notOk(isAnswered, 'the others wait');
  t.equal((await preview(client, seller(1, '/'))).status, 429, 'since nothing is left of this window');
  t.equal(requests, 10);
  nextWindow();
  const { body } = await previewing;
  t.strictSame(
    body.candidates.map(({ endpoint, faults }) => [endpoint, faults]),
    paths.map((path) => [seller(1, path), []]),
  );
  t.equal(requests, 15);
});

t.test('slow hosts of one account or network, and one slow host, do not keep others waiting', async (t) => {
  const { client, database } = await startWriteApi(t, {
    environment: { MONITOR_ALLOW_PRIVATE: 'true', RATE_LIMIT_OUTBOUND: '0' },
  });
  const { key: other } = await createKey(database, { name: 'other', scopes: ['services:write'] });
  let isFree = false;
  let hanging = 0;
  const release: (() => void)[] = [];
  const slow = await serve(t, (_request, response) => {
    const answer = () => response.writeHead(402).end(challenge);
    if (isFree) return void answer();
    hanging += 1;
    release.push(answer);
  });
  const quick = await serve(
    t,
    ({ url }, response) => void response.writeHead(url === '/paid' ? 402 : 404).end(challenge),
  );
  const statuses: (number | undefined)[] = [];
  const note = (status: number | undefined) => void statuses.push(status);
  const waiting = Array.from({ length: 16 }, (_, at) => [
    preview(client, slow(1)).then(({ status }) => note(status)),
    checkFrom(client, `127.0.0.${at + 1}`, slow(2)).then(note),
  ]).flat();
  await until(() => hanging === 8 && statuses.filter((status) => status === 429).length === 24, {
    message: 'one caller may have all the room',
  });
  t.equal((await preview(client, quick(3), other)).status, 200);
  t.equal(await checkFrom(client, '127.0.1.1', quick(3)), 200);
  t.equal((await preview(client, slow(1), other)).status, 429, 'one host has a share, whoever asks for it');
  t.equal(statuses.filter((status) => status === 200).length, 0, 'while the others still wait');
  isFree = true;
  for (const answer of release) answer();
  await Promise.all(waiting);
});

t.test('requests name the address of the directory', async (t) => {
  const agents = new Set<string | undefined>();
  const seller = await serve(t, ({ headers }, response) => {
    agents.add(headers['user-agent']);
    response.writeHead(402).end(challenge);
  });
  for (const PUBLIC_URL of [undefined, 'https://directory.example/']) {
    const { client } = await startWriteApi(t, { environment: { MONITOR_ALLOW_PRIVATE: 'true', PUBLIC_URL } });
    agents.clear();
    await preview(client, seller(1));
    await client.get(`/api/check?url=${seller(1)}`);
    const [agent, ...others] = [...agents];
    t.equal(/\+(\S+)\)$/.exec(agent ?? '')?.[1], `${PUBLIC_URL?.slice(0, -1) ?? client.base}/monitor`);
    t.strictSame(others, []);
  }
});
