import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey, findService, handOverServices, operatorAccount, registerService } from '@shirube/catalog';
import type { AccountChallenge, AccountProofs, AccountService, Problem, ProvenAccount } from '@shirube/contracts';
import { challengeOf, registration, startDns } from '@shirube/testing';
import t from 'tap';
import { privateKeyToAccount } from 'viem/accounts';
import { startWriteApi } from './writeApi.js';

const dns = await startDns(t);
const environment = { MONITOR_ALLOW_PRIVATE: 'true', MONITOR_DNS_SERVERS: dns.server };
const { client, database } = await startWriteApi(t, { environment });
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);

/** What the hosts serve: a token at the well-known address, and a 402 everywhere else. */
const base = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const served = { token: '', payTo: owner.address as string, network: 'base', asset: base, redirect: '' };
const server = createServer(({ url }, response) => {
  if (url !== '/.well-known/shirube.txt')
    return void response
      .writeHead(402)
      .end(JSON.stringify(challengeOf({ payTo: served.payTo, network: served.network, asset: served.asset })));
  if (served.redirect) return void response.writeHead(302, { location: served.redirect }).end();
  response.writeHead(served.token ? 200 : 404).end(`${served.token}\n`);
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
t.teardown(() => server.close());
const { port } = server.address() as AddressInfo;

let hosts = 0;
/** Returns a URL of a host that nobody has proven yet. */
function newUrl(): string {
  const host = `api.seller${++hosts}.example`;
  dns.answers.set(host, [['127.0.0.1']]);
  return `http://${host}:${port}/weather`;
}
t.beforeEach(() => {
  Object.assign(served, { token: '', payTo: owner.address, network: 'base', asset: base, redirect: '' });
});

const send = async <Body>(path: string, body: unknown, key?: string, at = client) => {
  const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
  return at.request<Body & Problem>(path, { method: 'POST', headers, body: JSON.stringify(body) });
};
const get = async <Body>(path: string, key: string) =>
  (await client.request<Body>(path, { headers: { authorization: `Bearer ${key}` } })).body;
const open = async (body: unknown, key?: string) => (await send<AccountChallenge>('/api/accounts', body, key)).body;
const prove = (id: string, body: unknown) => send<ProvenAccount>(`/api/accounts/${id}/proof`, body);
const register = (endpoint: string, key: string, changes = {}) =>
  send<{ id: string }>('/api/services', registration({ endpoint, ...changes }), key);
async function proveHost(url: string, key?: string) {
  const { id, token } = await open({ url }, key);
  served.token = token;
  const { status, body } = await prove(id, { way: 'well-known' });
  t.equal(status, 201, body.detail);
  return body;
}
const ownerOf = async (id: string) =>
  (await database.query('select account_id from services where id = $1', [id])).rows[0]?.account_id;

t.test('a token at the host opens an account, and the answer says what was found instead', async (t) => {
  const url = newUrl();
  const { id, token, ways, expiresAt } = await open({ url });
  const { origin, host, hostname } = new URL(url);
  t.strictSame(ways, [
    { way: 'well-known', url: `${origin}/.well-known/shirube.txt` },
    { way: 'dns', name: `_shirube.${hostname}` },
  ]);
  t.ok(Date.parse(expiresAt) - Date.now() <= 15 * 60_000);
  t.match(await prove(id, { way: 'well-known' }), { status: 422, body: { code: 'not_proven', detail: /answers 404/ } });
  served.token = 'something else';
  t.match(await prove(id, { way: 'well-known' }), { status: 422, body: { detail: /starts with "something else/ } });
  t.match(await prove(id, { signature: '0x' }), { status: 422, body: { detail: /use well-known or dns/ } });
  served.token = token;
  const { status, body } = await prove(id, { way: 'well-known' });
  t.match(
    { status, body },
    { status: 201, body: { account: { name: host, isNew: true }, key: /^shk_/, services: [] } },
  );
  t.match(await prove(id, { way: 'well-known' }), { status: 409, body: { code: 'challenge_used' } });

  t.equal((await register(url, body.key)).status, 201);
  t.equal((await register(url.replace('api.', 'other.'), body.key)).status, 201, 'and all hosts of the domain');
  t.match(await register(newUrl(), body.key), { status: 403, body: { detail: /prove that .* is yours too/ } });
});

t.test('a TXT record opens an account too', async (t) => {
  const { id, token, ways } = await open({ url: newUrl() });
  const name = ways[1]?.name ?? '';
  t.match(await prove(id, { way: 'dns' }), { status: 422, body: { detail: /no TXT record/ } });
  dns.texts.set(name, ['another']);
  t.match(await prove(id, { way: 'dns' }), { status: 422, body: { detail: /It has "another"/ } });
  dns.texts.set(name, ['another', token]);
  t.equal((await prove(id, { way: 'dns' })).status, 201);
});

t.test('whoever proves the same shares the account, also at the same moment', async (t) => {
  const url = newUrl();
  const challenges = await Promise.all([open({ url }), open({ url }), open({ url })]);
  served.token = challenges.map(({ token }) => token).join('\n');
  const proven = await Promise.all(challenges.map(({ id }) => prove(id, { way: 'well-known' })));
  t.strictSame(
    proven.map(({ status }) => status),
    [201, 201, 201],
  );
  t.equal(new Set(proven.map(({ body }) => body.account.id)).size, 1);
  t.equal(new Set(proven.map(({ body }) => body.key)).size, 3);
});

t.test('a challenge is for one proof', async (t) => {
  const { id, token } = await open({ url: newUrl() });
  served.token = token;
  const proven = await Promise.all([prove(id, { way: 'well-known' }), prove(id, { way: 'well-known' })]);
  t.strictSame(proven.map(({ status }) => status).sort(), [201, 409]);
});

t.test('with a key, what is proven is added to its account', async (t) => {
  const { account, key } = await proveHost(newUrl());
  const second = newUrl();
  t.match(await proveHost(second, key), { account: { id: account.id, isNew: false } });
  t.equal((await register(second, key)).status, 201);
});

t.test('an expired challenge is gone, and an unknown one is not found', async (t) => {
  const { id, token } = await open({ url: newUrl() });
  served.token = token;
  await database.query('update account_challenges set expires_at = now() where id = $1', [id]);
  t.match(await prove(id, { way: 'well-known' }), { status: 410, body: { code: 'challenge_expired' } });
  t.equal((await prove('no-such-challenge', { way: 'dns' })).status, 404);
});

t.test('a host that redirects proves nothing', async (t) => {
  const { id, token } = await open({ url: newUrl() });
  served.token = token;
  served.redirect = `${new URL(newUrl()).origin}/.well-known/shirube.txt`;
  t.match(await prove(id, { way: 'well-known' }), { status: 422, body: { detail: /answers 302/ } });
});

t.test('a signature opens an account only if something is paid at the address', async (t) => {
  const url = newUrl();
  const wallet = { paymentAddress: owner.address, network: 'base' };
  const { id, message, ways } = await open({ url, ...wallet });
  t.match(ways.at(-1), { way: 'signature', address: owner.address, scheme: 'eip-191' });
  for (const part of [`wants you to sign in with your Ethereum account:\n${owner.address}\n`, 'Chain ID: 8453', url])
    t.ok(message.includes(part), part);
  const wrong = await stranger.signMessage({ message });
  t.match(await prove(id, { signature: wrong }), { status: 422, body: { detail: /does not match/ } });
  const other = await open({ url, ...wallet });
  const replayed = await owner.signMessage({ message: other.message });
  t.match(await prove(id, { signature: replayed }), { status: 422, body: { detail: /does not match/ } });
  const signature = await owner.signMessage({ message });
  served.payTo = stranger.address;
  t.match(await prove(id, { signature }), { status: 422, body: { detail: /does not ask for payment to 0x/ } });
  served.payTo = owner.address;
  t.match(await prove(id, { signature }), { status: 201, body: { account: { isNew: true } } });

  const unlisted = privateKeyToAccount(`0x${'33'.repeat(32)}`);
  const alone = await open({ paymentAddress: unlisted.address, network: 'base' });
  const alonely = await unlisted.signMessage({ message: alone.message });
  t.match(await prove(alone.id, { signature: alonely }), { status: 422, body: { detail: /No listing is paid/ } });
  const listing = newUrl();
  await registerService(
    database,
    registration({ endpoint: listing, x402Config: { paymentAddress: unlisted.address, network: 'base' } }),
  );
  served.payTo = unlisted.address;
  const { status, body } = await prove(alone.id, { signature: alonely });
  t.match({ status, body }, { status: 201, body: { services: [{ endpoint: listing }] } });
  t.equal(await ownerOf(body.services[0]?.id ?? ''), body.account.id, 'what nobody owned is theirs at once');
  t.match(await findService(database, body.services[0]?.id ?? ''), { ownerVerified: { how: 'signature' } });
});

t.test('a Solana wallet signs too', async (t) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const address = base58(bytes);
  Object.assign(served, { payTo: address, network: 'solana', asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' });
  const { id, message } = await open({ url: newUrl(), paymentAddress: address, network: 'solana' });
  const signature = sign(null, Buffer.from(message), privateKey).toString('base64');
  const { status, body } = await prove(id, { signature });
  t.equal(status, 201, body.detail);
});

t.test('a stronger proof takes over after a notice of seven days', async (t) => {
  const url = newUrl();
  const earlier = await createKey(database, { name: 'earlier', scopes: ['services:write'] });
  await database.query(`insert into webhooks (account_id, url, secret) values ($1, 'https://hook.example', 'secret')`, [
    earlier.accountId,
  ]);
  const { id } = (await register(url, earlier.key)).body;
  const byOperator = await registerService(database, registration({ endpoint: `${url}/2` }), {
    accountId: operatorAccount,
  });
  const { account, key, services } = await proveHost(url);
  const mine = services.find((service) => service.id !== id);
  t.equal(mine?.id, 'service' in byOperator ? byOperator.service.id : '');
  t.equal(mine?.yoursFrom, undefined);
  const announced = services.find((service) => service.id === id)?.yoursFrom ?? '';
  t.ok(Math.abs(Date.parse(announced) - Date.now() - 7 * 86_400_000) < 60_000);
  const { rows } = await database.query('select event from webhook_deliveries where account_id = $1', [
    earlier.accountId,
  ]);
  t.match(rows, [{ event: { type: 'service.handover', service: { id }, proof: 'well-known', dueAt: announced } }]);
  const { hostname } = new URL(url);
  t.match(await get<AccountProofs>('/api/account/proofs', key), {
    proofs: [{ kind: 'host', subject: new URL(url).host, host: hostname, provenAt: /^20/ }],
    handovers: [{ service: { id, endpoint: url }, dueAt: announced, to: true }],
  });
  t.match(await get<AccountProofs>('/api/account/proofs', earlier.key), {
    proofs: [],
    handovers: [{ service: { id }, dueAt: announced, to: false }],
  });
  t.equal((await client.request('/api/account/proofs', {})).status, 401);
  await handOverServices(database);
  t.equal(await ownerOf(id), earlier.accountId, 'not before');
  await proveHost(url);
  t.equal(
    (await database.query('select from webhook_deliveries where account_id = $1', [earlier.accountId])).rowCount,
    1,
  );
  await database.query('update handovers set due_at = now() where service_id = $1', [id]);
  t.strictSame(await handOverServices(database), [id]);
  t.equal(await ownerOf(id), account.id);
});

t.test('an owner sees what the last check found, and the sales of the last 30 days', async (t) => {
  const { key } = await createKey(database, { name: 'seller', scopes: ['services:write'] });
  const { id } = (await register(newUrl(), key)).body;
  await database.query(
    `insert into checks (service_id, checked_at, verdict, declared, observed)
      values ($1, now(), 'wrong_price', '{"price": "0.01"}', '{"price": "0.02"}')`,
    [id],
  );
  await database.query(
    `insert into settlement_days (service_id, day, currency, family, transactions, amount)
      select $1, (now() at time zone 'utc')::date - days, currency, family, 2, 0.5
      from (values (40, 'USDC', 'USD'), (1, 'USDC', 'USD'), (1, 'EURC', 'EUR')) as paid (days, currency, family)`,
    [id],
  );
  const [service] = await get<AccountService[]>('/api/account/services', key);
  t.match(service?.lastCheck, { verdict: 'wrong_price', declared: { price: '0.01' }, observed: { price: '0.02' } });
  t.match(service?.sales, [{ day: /^20/, transactions: 4, amount: '0.5' }]);
});

t.test('a wallet takes nothing from who has proven the host, and the host what a wallet would take', async (t) => {
  const url = newUrl();
  const first = await proveHost(url);
  const x402Config = { paymentAddress: stranger.address, network: 'base' };
  const { id } = (await register(url, first.key, { x402Config })).body;
  served.payTo = stranger.address;
  const { id: challenge, message } = await open({ url, ...x402Config });
  const { body } = await prove(challenge, { signature: await stranger.signMessage({ message }) });
  t.strictSame(body.services, []);
  t.not(body.account.id, first.account.id);
  t.equal(await ownerOf(id), first.account.id);
});

t.test('bad requests are refused', async (t) => {
  for (const body of [
    {},
    { network: 'base' },
    { paymentAddress: owner.address },
    { paymentAddress: '0x12', network: 'base' },
    { url: 'ftp://x' },
  ])
    t.equal((await send('/api/accounts', body)).status, 400, JSON.stringify(body));
  const { id } = await open({ url: newUrl() });
  for (const body of [{}, { way: 'dns', signature: '0x' }, { way: 'mail' }])
    t.equal((await prove(id, body)).status, 400);
});

t.test('private hosts are not called', async (t) => {
  const { client: strict } = await startWriteApi(t, { environment: { MONITOR_DNS_SERVERS: dns.server } });
  const { body } = await send<AccountChallenge>('/api/accounts', { url: newUrl() }, undefined, strict);
  served.token = body.token;
  const { status } = await send(`/api/accounts/${body.id}/proof`, { way: 'well-known' }, undefined, strict);
  t.equal(status, 422);
});

t.test('floods end at the limits, from one address and from many', async (t) => {
  const flooded = await startWriteApi(t, { environment: { ...environment, RATE_LIMIT_SIGN_UPS: '3' } });
  const statuses = [];
  for (let i = 0; i < 4; i += 1)
    statuses.push((await send('/api/accounts', { url: newUrl() }, undefined, flooded.client)).status);
  t.strictSame(statuses, [201, 201, 201, 429]);
  const many = await startWriteApi(t, { environment });
  await many.database.query(`insert into account_challenges (id, token, message, expires_at)
    select gen_random_uuid(), '', '', now() + interval '1 hour' from generate_series(1, 10000)`);
  t.match(await send('/api/accounts', { url: newUrl() }, undefined, many.client), {
    status: 503,
    body: { code: 'too_many_challenges' },
  });
});

t.test('where accounts are opened by the operator, the answer says whom to ask', async (t) => {
  const { client: closed } = await startWriteApi(t, {
    environment: { SIGN_UP: 'off', CONTACT_URL: 'https://ask.example' },
  });
  const answer = await send('/api/accounts', { url: newUrl() }, undefined, closed);
  t.match(answer, { status: 403, body: { detail: /https:\/\/ask\.example/ } });
});

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = (alphabet[Number(value % 58n)] ?? '') + text;
  return text;
}
