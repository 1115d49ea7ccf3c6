import type { Problem, Service } from '@shirube/contracts';
import { type DirectoryClient, registration, wallet } from '@shirube/testing';
import type { Test } from 'tap';
import { rawRequest, requestText } from './rawRequest.js';

/** POST /api/services: what it returns, stores and rejects. */
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
    t.strictSame((await directory.get(`/api/services/${body.id}`)).body, body, 'and the detail is the same at once');
  });

  await t.test('without a valid key it is a 401 that says how to send one', async (t) => {
    for (const authorization of [undefined, 'Bearer', 'Basic abc', `Bearer shk_${'x'.repeat(43)}`, 'Bearer \u00e9']) {
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
  });

  await t.test('two Idempotency-Key headers are a 400', async (t) => {
    const answer = await rawRequest(
      t,
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
      prefer: 'wait=30',
    });
    t.equal(status, 201);
    t.equal(headers.get('preference-applied'), 'wait=30');
    const found = await directory.keyword('zyxwaited');
    t.strictSame(
      found.services.map(({ id }) => id),
      [body.id],
    );
    const invalid = await directory.post(registration(), { prefer: 'wait=soon' });
    t.equal(invalid.status, 201, 'a preference that makes no sense is ignored');
    t.notOk(invalid.headers.has('preference-applied'));
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
        JSON.stringify(registration({ category: 'refused-bodies' })).replace('{', '{"constructor": {"prototype": {}},'),
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
