import type { Problem } from '@shirube/contracts';
import { readTable, registration, solanaWallet, wallet } from '@shirube/testing';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const faultPaths = (problem: Pick<Problem, 'errors'>): string[] =>
  (problem.errors ?? []).map(({ path }) => path).sort();

const { client } = await startWriteApi(t);

t.test('freeQuota is absent when it was not given, and 0 when it was', async (t) => {
  const without = await client.post(registration());
  t.notOk('freeQuota' in without.body.pricing);
  const zero = await client.post(registration({ pricing: { currency: 'USDC', pricePerRequest: '1', freeQuota: 0 } }));
  t.equal(zero.body.pricing.freeQuota, 0);
});

t.test('lengths count code points at both edges', async (t) => {
  const table = new URL('../test/registrationFields.tsv', import.meta.url);
  for (const [field = '', text = '', repeated = '', times, expected] of readTable(table)) {
    const changes = { [field]: JSON.parse(text) + repeated.repeat(Number(times)) };
    const { status } = await client.post(registration(changes));
    t.equal(status, Number(expected), JSON.stringify(changes).slice(0, 60));
  }
});

t.test('prices are plain decimals, kept as sent', async (t) => {
  const accepted = ['0', '0.0', '10', '007', '0.000000000000000001', '99999999999999999999.999999999999999999'];
  const refused = ['', '-1', '1e3', '.5', '5.', '1,5', ' 1', '0x10', 'NaN', '1'.repeat(21), `0.${'1'.repeat(19)}`];
  for (const pricePerRequest of accepted) {
    const { status, body } = await client.post(registration({ pricing: { currency: 'USDC', pricePerRequest } }));
    t.equal(status, 201, pricePerRequest);
    t.equal(body.pricing.pricePerRequest, pricePerRequest);
  }
  for (const pricePerRequest of refused) {
    const { status, body } = await client.post(registration({ pricing: { currency: 'USDC', pricePerRequest } }));
    t.equal(status, 400, pricePerRequest);
    t.strictSame(faultPaths(body), ['pricing.pricePerRequest']);
  }
  const asNumber = await client.post({
    ...registration(),
    pricing: { currency: 'USDC', pricePerRequest: 0.01 },
  });
  t.equal(asNumber.status, 400, 'a number is not a string');
});

t.test('networks are known names or CAIP-2, and the address must fit', async (t) => {
  const cases: [network: string, address: string, status: number, chain?: string][] = [
    ['Base', wallet.toLowerCase(), 201, 'base'],
    ['solana', solanaWallet, 201, 'solana'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', solanaWallet, 201, 'solana'],
    ['eip155:424242', wallet, 201, 'eip155:424242'],
    ['cosmos:cosmoshub-4', 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh', 201, 'cosmos:cosmoshub-4'],
    ['bsae', wallet, 400],
    ['base', '0x1234', 400],
    ['base', wallet.replace('bA36', 'Ba36'), 400],
    ['base', `0x${wallet.slice(2).toUpperCase()}`, 201, 'base'],
    ['base', solanaWallet, 400],
    ['solana', wallet, 400],
    ['solana', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 400],
    ['cosmos:cosmoshub-4', 'with a space', 400],
  ];
  for (const [network, paymentAddress, expected, chain] of cases) {
    const { status, body } = await client.post(registration({ x402Config: { network, paymentAddress } }));
    t.equal(status, expected, `${network} ${paymentAddress}`);
    if (chain) t.strictSame(body.supportedChains, [chain]);
  }
  for (const network of ['base-mainnet', 'bsae', 'Bsae']) {
    const { body } = await client.post(registration({ x402Config: { network, paymentAddress: wallet } }));
    t.match(body.errors?.[0]?.message ?? '', /did you mean "base"/, network);
  }
});

t.test('an address that is valid on no network is a fault beside that of the network', async (t) => {
  const both = ['x402Config.network', 'x402Config.paymentAddress'];
  for (const network of ['bsae', '', 1]) {
    for (const paymentAddress of ['0x123', '0x1234567890', `0xZZ${'9'.repeat(38)}`, 'with a space in it']) {
      const { body } = await client.post({ ...registration(), x402Config: { network, paymentAddress } });
      t.strictSame(faultPaths(body), both, `${network} ${paymentAddress}`);
    }
    const { body } = await client.post({ ...registration(), x402Config: { network, paymentAddress: wallet } });
    t.strictSame(faultPaths(body), ['x402Config.network'], 'one that is valid somewhere is not');
  }
});

t.test('every fault is reported at once, with its path', async (t) => {
  const { status, headers, body } = await client.post({
    name: '',
    endpoint: 'nowhere',
    category: 'Bad Category',
    pricing: { currency: '!', pricePerRequest: '-1', freeQuota: 1.5 },
    x402Config: { paymentAddress: '', network: 'nowhere' },
    nmae: 'mistyped',
  });
  t.equal(status, 400);
  t.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  t.equal(body.code, 'validation_failed');
  t.strictSame(faultPaths(body), [
    'category',
    'description',
    'endpoint',
    'name',
    'nmae',
    'pricing.currency',
    'pricing.freeQuota',
    'pricing.pricePerRequest',
    'x402Config.network',
    'x402Config.paymentAddress',
  ]);
});

t.test('text that cannot be stored is refused in every field of every route', async (t) => {
  const url = 'https://api.example.com/\ud800';
  const changes: [path: string, changes: object][] = [
    ['endpoint', { endpoint: url }],
    ['documentationUrl', { documentationUrl: url }],
    ['iconUrl', { iconUrl: url }],
    ['provider.url', { provider: { name: 'x', url } }],
    ['x402Config.paymentAddress', { x402Config: { network: 'cosmos:cosmoshub-4', paymentAddress: 'cosmos1\0abc' } }],
  ];
  for (const [path, change] of changes) {
    const { status, body } = await client.post({ ...registration(), ...change });
    t.equal(status, 400, path);
    t.strictSame(faultPaths(body), [path]);
  }
  const { body: service } = await client.post(registration());
  const requests: [method: string, path: string, body: object][] = [
    ['PATCH', `/api/services/${service.id}`, { endpoint: url }],
    ['PUT', '/api/account/webhook', { url }],
    ['PUT', '/api/account/webhook', { url: 'https://example.com', search: { query: 'a\ud800' } }],
    ['POST', '/api/registrations/preview', { url }],
    ['POST', `/api/services/${service.id}/reports`, { reason: 'scam', detail: '\udc00' }],
    ['POST', '/api/account/keys', { name: 'a\ud800' }],
  ];
  for (const [method, path, body] of requests) {
    const headers = { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' };
    const reply = await client.request<Problem>(path, { method, headers, body: JSON.stringify(body) });
    t.strictSame([reply.status, reply.body.code], [400, 'validation_failed'], `${method} ${path}`);
  }
});
