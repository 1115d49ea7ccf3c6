import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createKey,
  type Database,
  pruneUnclaimed,
  requestListing,
  storeListing,
  unclaimedAccount,
} from '@shirube/catalog';
import type { OpenListing, Problem, Registration, RegistrationResults, ServiceDetail } from '@shirube/contracts';
import { challengeOf, registration, startDns, wallet } from '@shirube/testing';
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

/** Lists services at an origin for a network, without asking the origin. */
async function listFor(
  database: Database,
  network: string,
  registrations: readonly Registration[],
  isReviewed = false,
) {
  const request = await requestListing(database, registrations[0]?.endpoint ?? '', network, isReviewed);
  return 'refusal' in request ? request : storeListing(database, request, registrations, isReviewed);
}
const servicesAt = (origin: string, count: number) =>
  Array.from({ length: count }, (_, i) => registration({ endpoint: `${origin}/x${i}`, name: `Service ${i}` }));
const countOf = (stored: Awaited<ReturnType<typeof listFor>>) =>
  'listed' in stored ? stored.listed.size : stored.refusal;

t.test('limits stop a flood of listings before anything is fetched', async (t) => {
  const { list } = await start(t, 'on');
  for (let i = 0; i < 10; i += 1) await list(newOrigin());
  seller.requests = 0;
  const { status } = await list(newOrigin());
  t.equal(status, 429, 'ten an hour from one network');
  t.equal(seller.requests, 0);
});

t.test('one network takes a tenth of the room, and what is stored at the same moment counts', async (t) => {
  const { database } = await start(t, 'on');
  t.equal(countOf(await listFor(database, 'one', servicesAt('https://a.example', 150))), 100);
  t.equal(countOf(await listFor(database, 'one', servicesAt('https://b.example', 10))), 'too_often');
  await database.query(`update open_listings set requested_at = requested_at - interval '2 hours'`);
  t.equal(countOf(await listFor(database, 'one', servicesAt('https://b.example', 10))), 'too_often', 'all day');
  t.equal(countOf(await listFor(database, 'two', servicesAt('https://b.example', 10))), 10, 'others have theirs');
  const networks = ['three', 'four', 'five', 'six'];
  const requests = [];
  for (const network of networks) requests.push(await requestListing(database, 'https://c.example', network, false));
  const stored = await Promise.all(
    requests.map((request, i) =>
      'refusal' in request ? request : storeListing(database, request, servicesAt(`https://${i}.c.example`, 80), false),
    ),
  );
  const counts = stored.map(countOf);
  t.strictSame(counts.sort(), [40, 80, 80, 'domain_full']);
  t.equal(countOf(await listFor(database, 'seven', servicesAt('https://d.c.example', 1))), 'domain_full');
});

t.test('what waits for review counts, is there once, and a refusal holds for the domain', async (t) => {
  const { list, database, client, adminKey } = await start(t, 'review');
  const origin = newOrigin();
  t.match(await list(origin), { status: 202 });
  t.match(await list(`${origin}/a`), {
    status: 202,
    body: { results: [{ outcome: 'waiting' }, { outcome: 'waiting' }] },
  });
  const long = servicesAt('https://long.example', 100).map((one) => ({
    ...one,
    call: { type: 'http' as const, method: 'POST' as const, body: { description: 'x'.repeat(30_000) } },
  }));
  t.equal(countOf(await listFor(database, 'one', long, true)), 100);
  for (let i = 0; i < 30; i += 1)
    t.equal(countOf(await listFor(database, `network ${i}`, servicesAt(`https://${i}.example`, 20), true)), 20);
  const again = ['https://LONG.example/x0/', 'https://long.example.//x1'].map((endpoint) => ({
    ...servicesAt('', 1)[0],
    endpoint,
  }));
  t.equal(
    countOf(await listFor(database, 'another', again as ReturnType<typeof servicesAt>, true)),
    2,
    'they wait already',
  );
  const authorization = `Bearer ${adminKey}`;
  const { body, headers } = await client.request<OpenListing[]>('/api/admin/listings', { headers: { authorization } });
  t.equal(headers.get('x-total-count'), '32');
  t.equal(body.length, 20);
  t.match(body[1], { total: 100, services: { length: 20 } });
  t.ok(JSON.stringify(body).length < 500_000);
  const under = await requestListing(database, origin, 'slow', true);
  await client.request(`/api/admin/listings/${body[0]?.id}`, { method: 'DELETE', headers: { authorization } });
  const late = 'refusal' in under ? under : await storeListing(database, under, servicesAt(origin, 1), true);
  t.strictSame(late, { refusal: 'refused' }, 'it was refused while the address was asked');
  const { hostname } = new URL(origin);
  dns.answers.set(`eu.${hostname}`, [['127.0.0.1']]);
  t.match(await list(`http://eu.${hostname}:${port}`), { status: 403, body: { detail: /operator has refused/ } });
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

t.test('a service of nobody is removed when it has failed for a week', async (t) => {
  const { list, database } = await start(t, 'on');
  const { body } = await list(`${newOrigin()}/c`);
  const [owned, good, failing] = body.results.flatMap(({ id }) => id ?? []);
  const { body: later } = await list(`${newOrigin()}/c`);
  const [once, long] = later.results.flatMap(({ id }) => id ?? []);
  await database.query(`update services set created_at = now() - interval '8 days', last_checked = now()`);
  await database.query(`update services set last_checked = now() - interval '5 days' where id = $1`, [long]);
  const { rows } = await database.query<{ id: string }>('select id from services');
  for (const { id } of rows)
    await database.query(
      `insert into monitoring (service_id, host, due_at, failing_since, failures) values ($1, 'h', now(), $2, $3)`,
      [id, id === good ? null : new Date(Date.now() - 7.5 * 86_400_000), id === once ? 1 : 9],
    );
  const owner = await createKey(database, { name: 'owner', scopes: ['services:write'] });
  await database.query('update services set account_id = $1 where id = $2', [owner.accountId, owned]);
  // One failed once before its monitor stood still, the checks of another have ended.
  const gone = await pruneUnclaimed(database);
  t.ok(gone.includes(failing ?? ''));
  for (const id of [owned, good, once, long]) t.notOk(gone.includes(id ?? ''));
});
