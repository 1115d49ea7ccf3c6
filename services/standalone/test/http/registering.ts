import type { Problem, Service } from '@shirube/contracts';
import type { Test } from 'tap';
import { type DirectoryClient, registration, solanaWallet, wallet } from './directoryClient.js';
import { rawRequest, requestText } from './rawRequest.js';

const faultPaths = (problem: Pick<Problem, 'errors'>): string[] =>
  (problem.errors ?? []).map(({ path }) => path).sort();

/** POST /api/services: what it returns, keeps and refuses. */
export async function registering(t: Test, directory: DirectoryClient): Promise<void> {
  await t.test('a registration answers 201 with the service object and its location', async (t) => {
    const sent = registration({
      name: '  東京の天気 🌤️ 𠮷野家  ',
      description: 'Two lines\nand a\ttab',
      pricing: { currency: 'USDC', pricePerRequest: '0.0500', freeQuota: 100 },
      x402Config: { paymentAddress: wallet, network: 'EIP155:8453' },
    });
    const { status, headers, body } = await directory.post(sent);
    t.equal(status, 201);
    t.equal(headers.get('location'), `/api/services/${body.id}`);
    t.match(headers.get('content-type') ?? '', /^application\/json/);
    t.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    t.match(body.createdAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    t.strictSame(body, {
      id: body.id,
      name: '東京の天気 🌤️ 𠮷野家',
      description: 'Two lines\nand a\ttab',
      endpoint: sent.endpoint,
      category: 'utilities',
      pricing: { currency: 'USDC', pricePerRequest: '0.0500', freeQuota: 100 },
      x402Config: { paymentAddress: wallet, network: 'EIP155:8453' },
      trustScore: 0,
      status: 'unverified',
      supportedChains: ['base'],
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
    });
    t.strictSame(
      (await directory.get(`/api/services/${body.id}`)).body,
      body,
      'and the detail is the same at once',
    );
  });

  await t.test('freeQuota is absent when it was not given, and 0 when it was', async (t) => {
    const without = await directory.post(registration());
    t.notOk('freeQuota' in without.body.pricing);
    const zero = await directory.post(
      registration({ pricing: { currency: 'USDC', pricePerRequest: '1', freeQuota: 0 } }),
    );
    t.equal(zero.body.pricing.freeQuota, 0);
  });

  await t.test('lengths count code points at both edges', async (t) => {
    const cases: [Partial<Parameters<typeof registration>[0]>, number][] = [
      [{ name: 'n' }, 201],
      [{ name: '𠮷'.repeat(255) }, 201],
      [{ name: '𠮷'.repeat(256) }, 400],
      [{ name: '' }, 400],
      [{ name: ' \n\t ' }, 400],
      [{ description: '字' }, 201],
      [{ description: '😀'.repeat(2000) }, 201],
      [{ description: '😀'.repeat(2001) }, 400],
      [{ description: '' }, 400],
      [{ name: 'nul \u0000' }, 400],
      [{ name: 'bell \u0007' }, 400],
      [{ name: 'lone \ud800 surrogate' }, 400],
      [{ name: '\u200b\u2060\ufeff' }, 400],
      [{ name: '\u3164\u3164' }, 400],
      [{ description: ' \u{e0041}\u00ad ' }, 400],
      [{ name: 'evil\u202egpj.exe' }, 400],
      [{ description: 'a \u2066 b' }, 400],
      [{ name: '👩‍👩‍👧‍👦 خدمة\u200f ❤️' }, 201],
      [{ category: 'a'.repeat(64) }, 201],
      [{ category: 'a'.repeat(65) }, 400],
      [{ category: 'Not-Lower' }, 400],
      [{ category: 'double--dash' }, 400],
      [{ endpoint: `https://example.com/${'p'.repeat(2048 - 20)}` }, 201],
      [{ endpoint: `https://example.com/${'p'.repeat(2049 - 20)}` }, 400],
      [{ endpoint: 'ftp://example.com' }, 400],
      [{ endpoint: 'https://user:secret@example.com' }, 400],
      [{ endpoint: '/relative' }, 400],
      [{ endpoint: 'https:///x' }, 400],
      [{ endpoint: 'https:\\\\example.com' }, 400],
      [{ endpoint: 'https://example.com/\u202egpj' }, 400],
      [{ endpoint: 'https://example.com/with space' }, 400],
    ];
    for (const [changes, expected] of cases) {
      const { status } = await directory.post(registration(changes));
      t.equal(status, expected, JSON.stringify(changes).slice(0, 60));
    }
  });

  await t.test('prices are plain decimals, kept as sent', async (t) => {
    const accepted = [
      '0',
      '0.0',
      '10',
      '007',
      '0.000000000000000001',
      '99999999999999999999.999999999999999999',
    ];
    const refused = [
      '',
      '-1',
      '1e3',
      '.5',
      '5.',
      '1,5',
      ' 1',
      '0x10',
      'NaN',
      '1'.repeat(21),
      `0.${'1'.repeat(19)}`,
    ];
    for (const pricePerRequest of accepted) {
      const { status, body } = await directory.post(
        registration({ pricing: { currency: 'USDC', pricePerRequest } }),
      );
      t.equal(status, 201, pricePerRequest);
      t.equal(body.pricing.pricePerRequest, pricePerRequest);
    }
    for (const pricePerRequest of refused) {
      const { status, body } = await directory.post(
        registration({ pricing: { currency: 'USDC', pricePerRequest } }),
      );
      t.equal(status, 400, pricePerRequest);
      t.strictSame(faultPaths(body), ['pricing.pricePerRequest']);
    }
    const asNumber = await directory.post({
      ...registration(),
      pricing: { currency: 'USDC', pricePerRequest: 0.01 },
    });
    t.equal(asNumber.status, 400, 'a number is not a string');
  });

  await t.test('networks are known names or CAIP-2, and the address must fit', async (t) => {
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
      const { status, body } = await directory.post(
        registration({ x402Config: { network, paymentAddress } }),
      );
      t.equal(status, expected, `${network} ${paymentAddress}`);
      if (chain) t.strictSame(body.supportedChains, [chain]);
    }
    const { body } = await directory.post(
      registration({ x402Config: { network: 'bsae', paymentAddress: wallet } }),
    );
    t.match(body.errors?.[0]?.message ?? '', /did you mean "base"/);
  });

  await t.test('every fault is reported at once, with its path', async (t) => {
    const { status, headers, body } = await directory.post({
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

  await t.test('without a valid key it is a 401 that says how to send one', async (t) => {
    for (const authorization of [
      undefined,
      'Bearer',
      'Basic abc',
      `Bearer shk_${'x'.repeat(43)}`,
      'Bearer \u00e9',
    ]) {
      const reply = await directory.request<Problem>('/api/services', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
        body: JSON.stringify(registration()),
      });
      t.equal(reply.status, 401, String(authorization));
      t.equal(reply.headers.get('www-authenticate'), 'Bearer');
      t.equal(reply.body.code, 'unauthorized');
    }
  });

  await t.test('the same Idempotency-Key and body give the same 201 again, another body 409', async (t) => {
    const body = registration({ name: 'Only once' });
    const first = await directory.post(body, { 'idempotency-key': 'once' });
    const [second, third] = await Promise.all([
      directory.post(body, { 'idempotency-key': 'once' }),
      directory.post(body, { 'idempotency-key': 'once' }),
    ]);
    t.equal(second.status, 201);
    t.strictSame(second.body, first.body);
    t.strictSame(third.body, first.body);
    const other = await directory.post(registration({ name: 'Another' }), { 'idempotency-key': 'once' });
    t.equal(other.status, 409);
    t.equal(other.body.code, 'idempotency_conflict');
    const concurrent = await Promise.all(
      Array.from({ length: 8 }, () => directory.post(body, { 'idempotency-key': 'race' })),
    );
    t.equal(new Set(concurrent.map((reply) => reply.body.id)).size, 1, 'concurrent ones make one service');
    t.equal((await directory.post(body, { 'idempotency-key': 'k'.repeat(255) })).status, 201);
    t.equal((await directory.post(body, { 'idempotency-key': 'k'.repeat(256) })).status, 400);
  });

  await t.test(
    'a body whose fields stand in another order is the same under an Idempotency-Key',
    async (t) => {
      const body = registration({ name: 'In any order' });
      const reordered = Object.fromEntries(Object.entries(body).reverse());
      const first = await directory.post(body, { 'idempotency-key': 'reordered' });
      const second = await directory.post(reordered, { 'idempotency-key': 'reordered' });
      t.equal(second.status, 201);
      t.strictSame(second.body, first.body);
    },
  );

  await t.test('two Idempotency-Key headers are a 400', async (t) => {
    const answer = await rawRequest(
      directory.base,
      requestText('POST', '/api/services', {
        headers: [
          `Authorization: Bearer ${directory.key}`,
          'Content-Type: application/json',
          'Idempotency-Key: one',
          'Idempotency-Key: two',
        ],
        body: JSON.stringify(registration()),
      }),
    );
    t.equal(answer.status, 400);
    t.match(answer.problem, { errors: [{ path: 'Idempotency-Key' }] });
  });

  await t.test('a body that is compressed is a 415, one that is not UTF-8 a 400', async (t) => {
    const text = JSON.stringify(registration());
    const compressed = await directory.post(text, { 'content-encoding': 'gzip' });
    t.equal(compressed.status, 415);
    t.equal(compressed.body.code, 'unsupported_media_type');
    t.equal((await directory.post(text, { 'content-encoding': 'identity' })).status, 201);
    const headers = { authorization: `Bearer ${directory.key}`, 'content-type': 'application/json' };
    const body = Buffer.from(text.replace('Plain', '\u00ff\u00fe'), 'latin1');
    const broken = await directory.request<Problem>('/api/services', { method: 'POST', headers, body });
    t.equal(broken.status, 400);
    t.match(broken.body, { code: 'malformed_json', detail: /not valid UTF-8/ });
  });

  await t.test('Prefer: wait holds the answer until the service is searchable', async (t) => {
    const { status, headers, body } = await directory.post(registration({ name: 'Zyxwaited Service' }), {
      prefer: 'wait=20',
    });
    t.equal(status, 201);
    t.equal(headers.get('preference-applied'), 'wait=20');
    const found = await directory.keyword('zyxwaited');
    t.strictSame(
      found.services.map(({ id }) => id),
      [body.id],
    );
    const invalid = await directory.post(registration(), { prefer: 'wait=soon' });
    t.equal(invalid.status, 201, 'a preference that makes no sense is ignored');
    t.notOk(invalid.headers.has('preference-applied'));
  });

  await t.test('the same endpoint may be registered more than once', async (t) => {
    const [one, two] = await Promise.all([directory.post(registration()), directory.post(registration())]);
    t.equal(one.status, 201);
    t.equal(two.status, 201);
    t.not(one.body.id, two.body.id);
  });

  await t.test('a body that is no JSON object, too large or of another type changes nothing', async (t) => {
    const before: Service[] = (await directory.list({ category: 'refused-bodies' })).body;
    const json = { 'content-type': 'application/json' };
    const cases: [body: string, headers: Record<string, string>, status: number][] = [
      ['{"name": ', json, 400],
      ['', json, 400],
      ['null', json, 400],
      ['[]', json, 400],
      ['"text"', json, 400],
      ['{"__proto__": {"admin": true}}', json, 400],
      [
        JSON.stringify(registration({ category: 'refused-bodies' })).replace(
          '{',
          '{"constructor": {"prototype": {}},',
        ),
        json,
        400,
      ],
      [JSON.stringify({ ...registration(), description: 'x'.repeat(3_000_000) }), json, 413],
      [JSON.stringify(registration({ category: 'refused-bodies' })), { 'content-type': 'text/plain' }, 415],
      ['name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ];
    for (const [body, headers, expected] of cases) {
      const reply = await directory.post(body, headers);
      t.equal(reply.status, expected, body.slice(0, 40));
      t.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
    }
    t.strictSame((await directory.list({ category: 'refused-bodies' })).body, before);
  });
}
