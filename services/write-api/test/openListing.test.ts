import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey, inTransaction, listUnclaimed, pruneUnclaimed, unclaimedAccount } from '@shirube/catalog';
import type { OpenListing, Problem, RegistrationResults, ServiceDetail } from '@shirube/contracts';
import { challengeOf, registration, startDns, wallet } from '@shirube/testing';
import { followUnclaimed, outboundRequest } from '@shirube/trust/monitor';
import t, { type Test } from 'tap';
import { startWriteApi } from './writeApi.js';

const dns = await startDns(t);
const environment = { MONITOR_ALLOW_PRIVATE: 'true', MONITOR_DNS_SERVERS: dns.server, RATE_LIMIT_OUTBOUND: '0' };

/** A seller of two resources, with a manifest. */
const seller = { price: '10000', requests: 0, sells: true };
const server = createServer(({ url, headers }, response) => {
  seller.requests += 1;
  const origin = `http://${headers.host}`;
  const isManifest = url === '/.well-known/x402.json';
  if (isManifest)
    return void response.end(JSON.stringify({ x402Version: 1, resources: [`${origin}/a`, `${origin}/b`] }));
  if (!seller.sells || !/^\/[abc]$/.test(url ?? '')) return void response.writeHead(404).end();
  response.writeHead(402).end(JSON.stringify(challengeOf({ resource: origin + url, maxAmountRequired: seller.price })));
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
t.teardown(() => server.close());
const { port } = server.address() as AddressInfo;
let sellers = 0;
function newOrigin(): string {
  const host = `seller${++sellers}.example`;
  dns.answers.set(host, [['127.0.0.1']]);
  return `http://${host}:${port}`;
}
t.beforeEach(() => {
  Object.assign(seller, { price: '10000', requests: 0, sells: true });
});

async function start(t: Test, mode: string, more = {}) {
  const started = await startWriteApi(t, { environment: { ...environment, OPEN_LISTING: mode, ...more } });
  const list = (url: string, headers: Record<string, string> = {}) =>
    started.client.request<RegistrationResults & Problem>('/api/registrations', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url }),
    });
  return { ...started, list };
}

t.test('a listing needs a key while OPEN_LISTING is off', async (t) => {
  const { list } = await start(t, 'off');
  t.equal((await list(newOrigin())).status, 401);
  t.equal(seller.requests, 0);
});

t.test('the resources of a URL are listed without a key, and belong to nobody', async (t) => {
  const { list, database, enqueued, client } = await start(t, 'on');
  const origin = newOrigin();
  const { status, body } = await list(origin);
  t.match({ status, body }, { status: 201, body: { results: [{ outcome: 'registered' }, { outcome: 'registered' }] } });
  const ids = body.results.flatMap(({ id }) => id ?? []);
  t.strictSame([...enqueued].sort(), [...ids].sort());
  const { rows } = await database.query(
    'select account_id, price_per_request, payment_address from services order by id',
  );
  t.match(rows, [{ account_id: unclaimedAccount, price_per_request: '0.01', payment_address: wallet }, {}]);
  const again = await list(`${origin}/a`);
  t.equal(again.status, 409);
  t.strictSame([...(again.body.ids ?? [])].sort(), [...ids].sort(), 'what is listed already is named');
  t.match(await list(`${origin}/c`), {
    status: 201,
    body: {
      results: [{ endpoint: `${origin}/c`, outcome: 'registered' }, { outcome: 'exists' }, { outcome: 'exists' }],
    },
  });
  t.equal(
    (
      await client.request('/api/services', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).status,
    401,
    'a registration still needs one',
  );
  t.equal((await list(newOrigin(), { authorization: 'Bearer wrong' })).status, 401, 'a wrong key is not no key');
});

t.test('a URL that does not sell is refused with its faults', async (t) => {
  const { list, database } = await start(t, 'on');
  seller.sells = false;
  const { status, body } = await list(`${newOrigin()}/a`);
  t.match({ status, body }, { status: 422, body: { code: 'not_selling', errors: [{ path: /seller/, message: /./ }] } });
  t.equal((await database.query('select from services')).rowCount, 0);
});

t.test('an operator accepts or refuses listings that wait for review', async (t) => {
  const { list, database, client, adminKey } = await start(t, 'review');
  const authorization = `Bearer ${adminKey}`;
  const ask = <Body>(path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
    client.request<Body>(path, { method, headers: { authorization } });
  const [first, second] = [newOrigin(), newOrigin()];
  t.match(await list(first), { status: 202, body: { results: [{ outcome: 'waiting' }, { outcome: 'waiting' }] } });
  t.equal((await list(second)).status, 202);
  t.equal((await database.query('select from services')).rowCount, 0);
  const { body: waiting } = await ask<OpenListing[]>('/api/admin/listings');
  t.match(waiting, [{ url: first, services: [{}, {}] }, { url: second }]);
  const accepted = await ask<ServiceDetail[]>(`/api/admin/listings/${waiting[0]?.id}`, 'POST');
  t.match(accepted, { status: 200, body: [{ endpoint: `${first}/a` }, {}] });
  t.equal((await ask(`/api/admin/listings/${waiting[0]?.id}`, 'POST')).status, 404);
  t.equal((await ask(`/api/admin/listings/${waiting[1]?.id}`, 'DELETE')).status, 204);
  t.strictSame((await ask('/api/admin/listings')).body, []);
  seller.requests = 0;
  t.match(await list(`${second}/a`), { status: 403, body: { detail: /operator has refused/ } });
  t.equal(seller.requests, 0);
  t.equal((await list(newOrigin())).status, 202, 'others may ask');
  await database.query(`update open_listings set refused_at = refused_at - interval '31 days'`);
  t.equal((await list(second)).status, 202, 'after a while, so may they');
  t.equal((await database.query('select from services')).rowCount, 2);
  const { body: audit } = await ask<{ action: string }[]>('/api/admin/audit');
  t.strictSame(audit.map(({ action }) => action).slice(0, 2), ['listings refuse', 'listings accept']);
});

t.test('limits stop a flood of listings before anything is fetched', async (t) => {
  const { list, database } = await start(t, 'on');
  for (let i = 0; i < 10; i += 1) await list(newOrigin());
  seller.requests = 0;
  const { status } = await list(newOrigin());
  t.equal(status, 429, 'ten an hour from one network');
  await database.query(`update open_listings set network_prefix = 'another'`);
  const full = newOrigin();
  const many = Array.from({ length: 200 }, (_, i) => registration({ endpoint: `${full}/x${i}`, name: `Service ${i}` }));
  await inTransaction(database, (client) => listUnclaimed(client, many));
  t.match(await list(full), { status: 403, body: { detail: /of this domain/ } });
  t.match(await list(newOrigin()), { status: 201 }, 'another domain has room');
  const more = Array.from({ length: 200 }, (_, i) => i);
  for (let at = 0; at < 5; at += 1)
    await inTransaction(database, (client) =>
      listUnclaimed(
        client,
        more.map((i) => registration({ endpoint: `https://d${at}.example/${i}`, name: `Service ${i}` })),
      ),
    );
  seller.requests = 0;
  t.match(await list(newOrigin()), { status: 403, body: { detail: /belong to nobody/ } });
  t.equal(seller.requests, 0);
});

t.test('a blocked host cannot be listed again, and private hosts are not called', async (t) => {
  const { list, client, adminKey } = await start(t, 'on');
  const origin = newOrigin();
  const [{ id } = { id: '' }] = (await list(origin)).body.results;
  await client.request(`/api/admin/services/${id}/moderation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'hide', scope: 'host', reason: 'spam' }),
  });
  t.match(await list(`${origin}/c`), { status: 403 });
  const strict = await start(t, 'on', { MONITOR_ALLOW_PRIVATE: 'false' });
  seller.requests = 0;
  t.equal((await strict.list(newOrigin())).status, 422);
  t.equal(seller.requests, 0);
});

t.test('an unclaimed service follows its endpoint, and is removed when that fails for a week', async (t) => {
  const { list, database } = await start(t, 'on');
  const { body } = await list(`${newOrigin()}/c`);
  const ids = body.results.flatMap(({ id }) => id ?? []);
  seller.price = '20000';
  const options = {
    request: outboundRequest({ MONITOR_ALLOW_PRIVATE: true, MONITOR_DNS_SERVERS: dns.server }),
    userAgent: 'test',
    signal: new AbortController().signal,
  };
  t.strictSame(await followUnclaimed(database, options), [], 'not yet');
  const check = (verdict: string, at: string) =>
    database.query(
      `insert into checks (service_id, checked_at, verdict, declared, observed)
        select id, now() + $2::interval, $1, '{}', '{}' from services`,
      [verdict, at],
    );
  await check('wrong_price', '1 second');
  t.strictSame((await followUnclaimed(database, options)).sort(), [...ids].sort());
  const { rows } = await database.query('select distinct price_per_request from services');
  t.strictSame(rows, [{ price_per_request: '0.02' }]);

  await database.query(`update services set created_at = now() - interval '8 days'`);
  await check('ok', '-6 days');
  await check('timeout', '-1 hour');
  t.strictSame(await pruneUnclaimed(database), []);
  await database.query(`delete from checks where verdict = 'ok'`);
  const owner = await createKey(database, { name: 'owner', scopes: ['services:write'] });
  await database.query('update services set account_id = $1 where id = $2', [owner.accountId, ids[0]]);
  t.strictSame((await pruneUnclaimed(database)).sort(), ids.slice(1).sort(), 'an owner keeps theirs');
});
