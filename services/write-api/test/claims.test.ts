import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey, findService } from '@shirube/catalog';
import type { AuditEntry, OwnerClaim, Problem, Registration, ServiceDetail } from '@shirube/contracts';
import { challengeOf, registration, roomInRateWindow, startDns } from '@shirube/testing';
import t from 'tap';
import { privateKeyToAccount } from 'viem/accounts';
import { startWriteApi } from './writeApi.js';

const dns = await startDns(t);
const host = 'seller.example.com';
dns.answers.set(host, [['127.0.0.1']]);
const { client, database, adminKey } = await startWriteApi(t, {
  environment: { MONITOR_ALLOW_PRIVATE: 'true', MONITOR_DNS_SERVERS: dns.server },
});
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);

/** The file that the origin serves at the well-known address, and the terms of its endpoint's challenge. */
const origin = { file: '', payTo: owner.address as string, network: 'base' };
const server = createServer(({ url }, response) => {
  if (url === '/.well-known/shirube.json') return void response.writeHead(origin.file ? 200 : 404).end(origin.file);
  const { payTo, network } = origin;
  response.writeHead(402).end(JSON.stringify(challengeOf({ payTo, network })));
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
t.teardown(() => server.close());
const { port } = server.address() as AddressInfo;
const endpoint = `http://${host}:${port}/weather`;

t.beforeEach(() => {
  Object.assign(origin, { file: '', payTo: owner.address, network: 'base' });
  dns.texts.clear();
});

const paidTo = (paymentAddress: string, network = 'base'): Partial<Registration> => ({
  endpoint,
  x402Config: { paymentAddress, network },
});
const send = <Body>(path: string, body?: unknown, key = client.key) =>
  client.request<Body>(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
async function register(changes = paidTo(owner.address)) {
  const { id } = (await client.post(registration(changes))).body;
  const { body: claim } = await send<OwnerClaim>(`/api/services/${id}/claim`);
  return {
    id,
    claim,
    prove: (body: unknown) => send<ServiceDetail & Problem>(`/api/services/${id}/claim/proof`, body),
  };
}
const isProven = async (id: string) => (await findService(database, id))?.ownerVerified !== undefined;

t.test('a token at the well-known address proves it, and another one does not', async (t) => {
  const { id, claim, prove } = await register();
  const { token, wellKnown } = claim;
  t.equal(wellKnown.url, `http://${host}:${port}/.well-known/shirube.json`);
  const wrong: [string, RegExp][] = [
    ['', /answers 404/],
    ['<html>', /is not JSON/],
    [`{"tokens":"${token}"}`, /does not have the token/],
    [JSON.stringify({ tokens: [(await register()).claim.token] }), /does not have the token/],
    [`"${'x'.repeat(70_000)}"`, /larger than 64 kB/],
  ];
  for (const [file, expected] of wrong) {
    origin.file = file;
    const { status, body } = await prove({ how: 'well-known' });
    t.match({ status, body }, { status: 409, body: { code: 'claim_unproven', detail: expected } });
    t.equal(await isProven(id), false);
  }
  origin.file = JSON.stringify({ tokens: ['another', token] });
  const { status, body } = await prove({ how: 'well-known' });
  t.match({ status, body }, { status: 200, body: { id, ownerVerified: { how: 'well-known', at: /Z$/ } } });

  const { body: entries } = await client.get<AuditEntry[]>(`/api/admin/audit?action=claim&subject=${id}`, {
    authorization: `Bearer ${adminKey}`,
  });
  t.match(entries[0], { actor: /^key writer/, detail: { how: 'well-known', fault: null } });
  t.strictSame(
    entries.slice(1).map(({ detail }) => /404|not JSON|the token|64 kB/.exec(Object(detail).fault)?.[0]),
    ['64 kB', 'the token', 'not JSON', '404'],
    'operators see what was found, once where it is the same again',
  );
});

t.test('a TXT record proves it, and another one does not', async (t) => {
  const { id, claim, prove } = await register();
  t.strictSame(claim.dns, { name: `_shirube.${host}`, type: 'TXT', value: claim.token });
  t.match((await prove({ how: 'dns' })).body, { code: 'claim_unproven', detail: /There is no TXT record/ });
  dns.texts.set(`_shirube.${host}`, ['v=spf1 -all', `${claim.token}x`]);
  t.match((await prove({ how: 'dns' })).body, { code: 'claim_unproven', detail: /No TXT record/ });
  t.equal(await isProven(id), false);
  dns.texts.set(`_shirube.${host}`, ['v=spf1 -all', claim.token]);
  t.match((await prove({ how: 'dns' })).body, { ownerVerified: { how: 'dns' } });

  const numbered = await register({ ...paidTo(owner.address), endpoint: `http://127.0.0.1:${port}/` });
  t.equal(numbered.claim.dns, undefined);
  t.match(await numbered.prove({ how: 'dns' }), { status: 409, body: { detail: /is an IP address/ } });
});

t.test('a signature of the payment address proves it, where the endpoint is paid there', async (t) => {
  const { id, claim, prove } = await register();
  const message = claim.signature?.message ?? '';
  t.match(claim.signature, { address: owner.address, scheme: 'eip-191' });
  for (const part of [id, endpoint, claim.token, claim.expiresAt]) t.ok(message.includes(part), part);
  const signature = await owner.signMessage({ message });
  const others = [
    await stranger.signMessage({ message }),
    await owner.signMessage({ message: `${message} ` }),
    await owner.signMessage({ message: (await register()).claim.signature?.message ?? '' }),
    '0x00',
    'nonsense',
  ];
  for (const other of others) {
    const { status, body } = await prove({ how: 'signature', signature: other });
    t.match({ status, body }, { status: 409, body: { code: 'claim_unproven', detail: /does not match the message/ } });
  }
  origin.payTo = stranger.address;
  const answer = await prove({ how: 'signature', signature });
  t.match(answer, { status: 409, body: { detail: /does not ask for payment to/ } });
  t.equal(await isProven(id), false);
  origin.payTo = owner.address;
  t.match(await prove({ how: 'signature', signature }), { status: 200, body: { ownerVerified: { how: 'signature' } } });
});

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
function base58(bytes: Buffer): string {
  let text = '';
  for (let value = BigInt(`0x${bytes.toString('hex')}`); value > 0n; value /= 58n)
    text = alphabet[Number(value % 58n)] + text;
  return text;
}

t.test('on Solana by ed25519, in base58 or base64', async (t) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  Object.assign(origin, { payTo: address, network: 'solana' });
  for (const written of [base58, (bytes: Buffer) => bytes.toString('base64')]) {
    const { claim, prove } = await register(paidTo(address, 'solana'));
    const signature = sign(null, Buffer.from(claim.signature?.message ?? ''), privateKey);
    const wrong = Buffer.from(signature);
    wrong.writeUInt8(wrong.readUInt8(9) ^ 1, 9);
    t.match(await prove({ how: 'signature', signature: written(wrong) }), { status: 409 });
    t.match(await prove({ how: 'signature', signature: written(signature) }), { status: 200 });
  }
});

t.test(
  'a challenge is of one account and one service, for a week, and a change of either takes the proof away',
  async (t) => {
    const { id, claim, prove } = await register();
    t.strictSame((await send(`/api/services/${id}/claim`)).body, claim, 'asking again gives the same');
    const days = (Date.parse(claim.expiresAt) - Date.now()) / 86_400_000;
    t.ok(days > 6.9 && days <= 7);
    const other = await createKey(database, { name: 'other', scopes: ['services:write'] });
    t.equal((await send(`/api/services/${id}/claim`, undefined, other.key)).status, 403);
    t.equal((await send(`/api/services/${id}/claim/proof`, { how: 'dns' }, other.key)).status, 403);
    t.equal((await send(`/api/services/${id}/claim`, undefined, adminKey)).status, 200);
    t.equal((await send('/api/services/nothing/claim')).status, 404);
    t.equal((await client.request(`/api/services/${id}/claim`, { method: 'POST' })).status, 401);
    for (const body of [
      {},
      { how: 'word' },
      { how: 'signature' },
      { how: 'dns', signature: '0x' },
      { how: 'dns', x: 1 },
    ])
      t.match(await prove(body), { status: 400, body: { code: 'validation_failed' } }, JSON.stringify(body));

    dns.texts.set(`_shirube.${host}`, [claim.token]);
    t.equal((await prove({ how: 'dns' })).status, 200);
    const patch = (changes: object) =>
      client.request<ServiceDetail>(`/api/services/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(changes),
      });
    t.match((await patch({ name: 'Another' })).body, { ownerVerified: { how: 'dns' } });
    t.equal((await patch({ endpoint: `${endpoint}/moved` })).body.ownerVerified, undefined);

    await database.query("update owner_claims set expires_at = now() - interval '1 s'");
    t.match(await prove({ how: 'dns' }), { status: 409, body: { code: 'claim_expired' } });
    t.equal(await isProven(id), false);
    t.not((await send<OwnerClaim>(`/api/services/${id}/claim`)).body.token, claim.token);
  },
);

t.test('what is not public is never asked for a proof', async (t) => {
  const environment = { MONITOR_PORTS: `${port}`, RATE_LIMIT_SERVICE_EDITS: '1' };
  const { client, database } = await startWriteApi(t, { environment });
  const { id } = (await client.post(registration({ endpoint: `http://127.0.0.1:${port}/` }))).body;
  const ask = (path: string, body = '{}') =>
    client.request<Problem>(`/api/services/${id}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
      body,
    });
  await ask('claim');
  await roomInRateWindow();
  t.match(await ask('claim/proof', '{"how":"well-known"}'), { status: 409, body: { detail: /not public/ } });
  t.equal((await ask('claim/proof', '{"how":"well-known"}')).status, 429, 'nor again and again');
  t.equal((await findService(database, id))?.ownerVerified, undefined);
});
