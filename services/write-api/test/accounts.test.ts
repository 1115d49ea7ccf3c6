import { generateKeyPairSync, sign } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createKey, findService, listAccountKeys, registerService } from '@shirube/catalog';
import type { AccountChallenge, AccountProofs } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import t from 'tap';
import { privateKeyToAccount } from 'viem/accounts';
import { owner, startSellers, stranger } from './sellers.js';
import { startWriteApi } from './writeApi.js';

const { client, dns, environment, database, served, newUrl, send, get, open, prove, register, proveHost, ownerOf } =
  await startSellers(t);

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
    { status: 201, body: { account: { name: host, isNew: true }, key: /^shk_/, services: { length: 0 } } },
  );
  t.match(await prove(id, { way: 'well-known' }), { status: 409, body: { code: 'challenge_used' } });

  t.equal((await register(url, body.key)).status, 201);
  t.equal((await register(url.replace('api.', 'other.'), body.key)).status, 201, 'and all hosts of the domain');
  t.match(await register(newUrl(), body.key), { status: 403, body: { detail: /prove that .* is yours too/ } });
});

t.test('a TXT record opens an account', async (t) => {
  const { id, token, ways } = await open({ url: newUrl() });
  const name = ways[1]?.name ?? '';
  t.match(await prove(id, { way: 'dns' }), { status: 422, body: { detail: /no TXT record/ } });
  dns.texts.set(name, ['another']);
  t.match(await prove(id, { way: 'dns' }), { status: 422, body: { detail: /It has "another"/ } });
  dns.texts.set(name, ['another', token]);
  t.equal((await prove(id, { way: 'dns' })).status, 201);
});

t.test('every proof without a key opens an account of its own, which has that proof alone', async (t) => {
  const [url, elsewhere] = [newUrl(), newUrl()];
  const first = await proveHost(url);
  await proveHost(elsewhere, first.key);
  const challenges = await Promise.all([open({ url }), open({ url }), open({ url })]);
  served.token = challenges.map(({ token }) => token).join('\n');
  const proven = await Promise.all(challenges.map(({ id }) => prove(id, { way: 'well-known' })));
  t.equal(new Set([first, ...proven.map(({ body }) => body)].map(({ account }) => account.id)).size, 4);
  for (const { body } of proven) {
    t.match((await get<AccountProofs>('/api/account/proofs', body.key)).proofs, [{ subject: new URL(url).host }]);
    t.equal((await register(elsewhere, body.key)).status, 403, 'what the first account has proven besides');
  }
});

t.test('a challenge of a key ends with the key, and its new key ends when that does', async (t) => {
  const { key, accountId } = await createKey(database, { name: 'seller', scopes: ['services:write'] });
  const expiresAt = new Date(Date.now() + 60_000);
  const brief = await createKey(database, { name: 'brief', scopes: ['services:write'], accountId, expiresAt });
  const challenge = await open({ url: newUrl() }, key);
  const ofBrief = await open({ url: newUrl() }, brief.key);
  served.token = `${challenge.token} ${ofBrief.token}`;
  await database.query('update api_keys set revoked_at = now() where account_id = $1 and name = $2', [
    accountId,
    'seller',
  ]);
  t.match(await prove(challenge.id, { way: 'well-known' }), { status: 410, body: { code: 'challenge_expired' } });
  t.equal((await prove(ofBrief.id, { way: 'well-known' })).status, 201);
  const live = await listAccountKeys(database, accountId);
  t.strictSame(
    live.map((one) => one.expiresAt),
    [expiresAt.toISOString(), expiresAt.toISOString()],
  );
});

t.test('an account has no more keys than it may, however many challenges it opens', async (t) => {
  const { key, account } = await proveHost(newUrl());
  for (let n = 1; n < 18; n += 1)
    await createKey(database, { name: `${n}`, scopes: ['services:write'], accountId: account.id });
  const challenges = [];
  for (let n = 0; n < 3; n += 1) challenges.push(await open({ url: newUrl() }, key));
  served.token = challenges.map(({ token }) => token).join(' ');
  const proven = await Promise.all(challenges.map(({ id }) => prove(id, { way: 'well-known' })));
  t.match(
    proven.filter(({ status }) => status !== 201),
    [{ status: 409, body: { code: 'too_many_keys' } }],
  );
  t.equal((await listAccountKeys(database, account.id)).length, 20);
});

t.test('the account of the operator takes no proofs', async (t) => {
  const { key } = await createKey(database, { name: 'admin', scopes: ['admin'] });
  t.match(await send('/api/accounts', { url: newUrl() }, key), { status: 403, body: { detail: /takes no proofs/ } });
});

t.test('a proof can be removed, and says nothing from then on', async (t) => {
  const url = newUrl();
  const { key } = await proveHost(url);
  const { id } = (await register(url, key)).body;
  const [proof] = (await get<AccountProofs>('/api/account/proofs', key)).proofs;
  const other = await proveHost(newUrl());
  const remove = async (by: string) => {
    const headers = { authorization: `Bearer ${by}` };
    return (await client.request(`/api/account/proofs/${proof?.id}`, { method: 'DELETE', headers })).status;
  };
  t.equal(await remove(other.key), 404, 'of another account');
  t.match(await findService(database, id), { ownerVerified: { how: 'well-known' } });
  t.equal(await remove(key), 204);
  t.equal((await findService(database, id))?.ownerVerified, undefined);
  t.equal((await register(`${url}/2`, key)).status, 403);
  t.equal(await remove(key), 404);
});

t.test('only the operator says for which site a wallet signs', async (t) => {
  const wallet = { paymentAddress: owner.address, network: 'base' };
  /** Asks as a browser does that knows the directory by another name. */
  const ask = (host: string, body: object) =>
    new Promise<{ status: number | undefined; ways: string[] | undefined }>((resolve, reject) => {
      const headers = { host, 'content-type': 'application/json' };
      const sent = request(`${client.base}/api/accounts`, { method: 'POST', headers }, async (response) => {
        const answer: Partial<AccountChallenge> = JSON.parse(await text(response));
        resolve({ status: response.statusCode, ways: answer.ways?.map(({ way }) => way) });
      });
      sent.on('error', reject).end(JSON.stringify(body));
    });
  t.strictSame(await ask('evil.example', { url: newUrl(), ...wallet }), { status: 201, ways: ['well-known', 'dns'] });
  t.strictSame(await ask('evil.example', wallet), { status: 403, ways: undefined });
  t.strictSame(await ask('localhost', wallet), { status: 201, ways: ['signature'] });
  const set = await startWriteApi(t, { environment: { ...environment, PUBLIC_URL: 'https://directory.example' } });
  const { body } = await send<AccountChallenge>('/api/accounts', wallet, undefined, set.client);
  t.match(body.message, /^directory\.example wants you/);
});

t.test('a challenge can be proven once', async (t) => {
  const { id, token } = await open({ url: newUrl() });
  served.token = token;
  const proven = await Promise.all([prove(id, { way: 'well-known' }), prove(id, { way: 'well-known' })]);
  t.strictSame(proven.map(({ status }) => status).sort(), [201, 409]);
});

t.test('a host that is proven with a key is added to the account of the key', async (t) => {
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

t.test('a signature of a Solana wallet opens an account', async (t) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const address = base58(bytes);
  Object.assign(served, { payTo: address, network: 'solana', asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' });
  const { id, message } = await open({ url: newUrl(), paymentAddress: address, network: 'solana' });
  const signature = sign(null, Buffer.from(message), privateKey).toString('base64');
  const { status, body } = await prove(id, { signature });
  t.equal(status, 201, body.detail);
});

t.test('a challenge or a proof with a wrong body is a 400', async (t) => {
  for (const body of [
    {},
    { network: 'base' },
    { paymentAddress: owner.address },
    { paymentAddress: '0x12', network: 'base' },
    { paymentAddress: owner.address, network: 'eip155:1\nNonce: mine' },
    { url: 'ftp://x' },
  ])
    t.equal((await send('/api/accounts', body)).status, 400, JSON.stringify(body));
  const { id } = await open({ url: newUrl() });
  for (const body of [{}, { way: 'dns', signature: '0x' }, { way: 'mail' }])
    t.equal((await prove(id, body)).status, 400);
});

t.test('a proof does not call a private host', async (t) => {
  const { client: strict } = await startWriteApi(t, { environment: { MONITOR_DNS_SERVERS: dns.server } });
  const { body } = await send<AccountChallenge>('/api/accounts', { url: newUrl() }, undefined, strict);
  served.token = body.token;
  const { status } = await send(`/api/accounts/${body.id}/proof`, { way: 'well-known' }, undefined, strict);
  t.equal(status, 422);
});

t.test('challenges are limited for one address', async (t) => {
  const flooded = await startWriteApi(t, { environment: { ...environment, RATE_LIMIT_SIGN_UPS: '3' } });
  const statuses = [];
  for (let i = 0; i < 4; i += 1)
    statuses.push((await send('/api/accounts', { url: newUrl() }, undefined, flooded.client)).status);
  t.strictSame(statuses, [201, 201, 201, 429]);
});

t.test('one network has a share of the challenges, and its oldest goes first', async (t) => {
  const shared = await startWriteApi(t, { environment });
  await shared.database.query(`insert into account_challenges (id, token, message, expires_at, asked_from)
    select ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, '', '', now() + interval '1 hour', network
    from (select number, case when number <= 50 then '127.0.0' else 'elsewhere' end as network
      from generate_series(1, 60) as number) as asked`);
  t.equal((await send('/api/accounts', { url: newUrl() }, undefined, shared.client)).status, 201);
  const { rows } = await shared.database.query(`select asked_from, count(*)::integer, min(id::text) as first
    from account_challenges group by asked_from order by asked_from`);
  t.match(rows, [
    { asked_from: '127.0.0', count: 50, first: /0002$/ },
    { asked_from: 'elsewhere', count: 10, first: /0051$/ },
  ]);
});

t.test('where only the operator opens accounts, the answer says whom to ask', async (t) => {
  const { client: closed } = await startWriteApi(t, {
    environment: { SIGN_UP: 'off', CONTACT_URL: 'https://ask.example' },
  });
  const answer = await send('/api/accounts', { url: newUrl() }, undefined, closed);
  t.match(answer, { status: 403, body: { detail: /https:\/\/ask\.example/ } });
  t.equal(
    (await send('/api/accounts', { url: newUrl() }, closed.key, closed)).status,
    201,
    'who has a key proves more',
  );
});

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = (alphabet[Number(value % 58n)] ?? '') + text;
  return text;
}
