import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from '@shirube/catalog';
import type { CheckHistory, CheckResult, Problem } from '@shirube/contracts';
import { challengeOf, registration, until, wallet } from '@shirube/testing';
import t from 'tap';
import { startDirectory } from './http/startDirectory.js';

const challenge = JSON.stringify(challengeOf());

const { directory, client } = await startDirectory(t, {
  MONITOR: 'on',
  MONITOR_ALLOW_PRIVATE: 'true',
  MONITOR_INTERVAL_SECONDS: '100000',
  MONITOR_HOST_GAP_SECONDS: '0',
});
const { database } = directory;

t.test('a check that an owner requests returns what the monitor observed', async (t) => {
  const userAgents: string[] = [];
  const seller = createServer(({ url, headers }, response) => {
    // The documents of the origin are read after a check.
    if (url !== '/' && url !== '/moved') return void response.writeHead(404).end();
    userAgents.push(headers['user-agent'] ?? '');
    response.writeHead(402).end(challenge);
  });
  await new Promise<void>((resolve) => void seller.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void seller.close());
  const endpoint = `http://127.0.0.1:${(seller.address() as AddressInfo).port}/`;

  const { body: service } = await client.post(registration({ endpoint }));
  const path = `/api/services/${service.id}/check`;
  const check = (key = client.key) =>
    client.request<CheckResult & Omit<Problem, 'status'>>(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
  await until(async () => userAgents.length > 0, { message: 'a new service is not checked' });
  await until(
    async () => (await client.get<CheckHistory>(`/api/services/${service.id}/history?window=24h`)).body.checks > 0,
    {
      message: 'the first check is not recorded',
    },
  );
  const requestCount = userAgents.length;
  const answer = await check();
  t.match(answer, { status: 200, body: { isNew: false, check: { verdict: 'ok', checkedAt: /^20/ } } });
  t.match(answer.headers.get('retry-after'), /^[1-9]\d?$/, 'what the last check saw, and when there may be another');
  t.equal(userAgents.length, requestCount, 'nobody was asked again');

  const moved = `${endpoint}moved`;
  await client.request(`/api/services/${service.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: moved }),
  });
  t.match(await check(), { status: 200 });
  t.ok(userAgents.length > requestCount, 'what was seen of another endpoint is no answer');

  // Simulates that more than a minute has passed.
  await database.query("update checks set checked_at = checked_at - interval '2 minutes'");
  const reply = await check();
  t.match(reply, {
    status: 200,
    body: {
      id: service.id,
      status: 'unverified',
      isNew: true,
      check: { verdict: 'ok', method: 'GET', httpStatus: 402 },
    },
  });
  t.match(reply.body.check.observed, { price: '0.01', currency: 'USDC', payTo: wallet });
  t.equal(reply.headers.get('cache-control'), 'no-store');
  t.match((await client.get(`/api/services/${service.id}/status`)).body, { lastChecked: /^20/ });

  const { key: stranger } = await createKey(database, { name: 'stranger', scopes: ['services:write'] });
  t.match(await check(stranger), { status: 403 });
  t.match(await client.request(path, { method: 'POST' }), { status: 401 });
  const nobody = path.replace(service.id, '019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f');
  const headers = { authorization: `Bearer ${client.key}` };
  t.match(await client.request(nobody, { method: 'POST', headers }), { status: 404 });

  const [, page = ''] = /\+(http:\S+)\)$/.exec(userAgents[0] ?? '') ?? [];
  t.equal(page, `${client.base}/monitor`, 'it names the page that explains it');
  const { status, text } = await client.get('/monitor');
  t.equal(status, 200);
  t.match(text, /Shirube-Monitor: no/);
});

t.test('a check of an endpoint that redirects to that of another service names that service', async (t) => {
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const victim = await serve((_request, response) => void response.writeHead(402).end(challenge));
  const impostor = await serve((_request, response) => void response.writeHead(302, { location: victim }).end());
  const { body: original } = await client.post(registration({ endpoint: victim }));
  const { key } = await createKey(database, { name: 'impostor', scopes: ['services:write'] });
  const authorization = `Bearer ${key}`;
  const { body: copy } = await client.post(registration({ endpoint: impostor }), { authorization });
  const reply = await client.request<CheckResult>(`/api/services/${copy.id}/check`, {
    method: 'POST',
    headers: { authorization },
  });
  t.match(reply, {
    status: 200,
    body: { status: 'unverified', check: { verdict: 'redirected', observed: {} } },
  });
  t.equal(reply.headers.get('link'), `</api/services/${original.id}>; rel="duplicate"`);
});

t.test('a check that is requested during another one returns the result of that one', async (t) => {
  let release = () => {};
  let requests = 0;
  const seller = createServer(({ url }, response) => {
    // The documents of the origin are read after the check.
    if (url !== '/') return void response.writeHead(404).end();
    requests += 1;
    release = () => response.writeHead(402).end(challenge);
  });
  await new Promise<void>((resolve) => void seller.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void seller.close());
  const endpoint = `http://127.0.0.1:${(seller.address() as AddressInfo).port}/`;
  const { body: service } = await client.post(registration({ endpoint }));
  await until(() => requests > 0, { message: 'it is not checked' });
  const headers = { authorization: `Bearer ${client.key}` };
  const reply = client.request(`/api/services/${service.id}/check`, { method: 'POST', headers });
  await until(
    async () => {
      const { rows } = await database.query('select 1 from monitoring where requested_at is not null');
      return rows.length > 0;
    },
    { message: 'the request is not noted' },
  );
  release();
  t.match(await reply, { status: 200, body: { check: { verdict: 'ok' } } });
  t.equal(requests, 1);
});

t.test('a check does not wait for the documents of the origin', async (t) => {
  let documents = 0;
  let abandoned = 0;
  const sellers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const seller = createServer(({ url }, response) => {
        if (url === '/') return void response.writeHead(402).end(challenge);
        documents += 1;
        response.once('close', () => {
          abandoned += 1;
        });
      });
      await new Promise<void>((resolve) => void seller.listen(0, '127.0.0.1', resolve));
      t.teardown(() => {
        seller.closeAllConnections();
        seller.close();
      });
      return `http://127.0.0.1:${(seller.address() as AddressInfo).port}/`;
    }),
  );
  const headers = { authorization: `Bearer ${client.key}` };
  const replies = await Promise.all(
    sellers.map(async (endpoint) => {
      const { body: service } = await client.post(registration({ endpoint }));
      return client.request(`/api/services/${service.id}/check`, { method: 'POST', headers });
    }),
  );
  for (const reply of replies) t.match(reply, { status: 200, body: { check: { verdict: 'ok' } } });
  t.equal(abandoned, 0, 'no answer waits for a document');
  await until(() => documents > 0, { message: 'no document is read' });
});

t.test('an account with many requests for checks does not keep others from theirs', async (t) => {
  const seller = createServer(() => {});
  await new Promise<void>((resolve) => void seller.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    seller.closeAllConnections();
    seller.close();
  });
  const endpoint = `http://127.0.0.1:${(seller.address() as AddressInfo).port}/`;
  const { body: service } = await client.post(registration({ endpoint }));
  const ask = (id: string, key: string) =>
    client.request(`/api/services/${id}/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
  let turnedAway = 0;
  const waiting = Array.from({ length: 70 }, () =>
    ask(service.id, client.key).then((reply) => {
      if (reply.status === 429 && reply.headers.has('retry-after')) turnedAway += 1;
    }),
  );
  await until(() => turnedAway > 50, { message: 'one account may have all the room' });
  const { key } = await createKey(database, { name: 'other', scopes: ['services:write'] });
  t.match(await ask(service.id, key), { status: 403 }, 'others are heard meanwhile');
  await Promise.all(waiting);
});
