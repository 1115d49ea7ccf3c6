import type { Problem } from '@shirube/contracts';
import { type DirectoryClient, registration, wallet } from '@shirube/testing';
import type { Test } from 'tap';

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

  await t.test('a registration without a valid key is a 401 with WWW-Authenticate', async (t) => {
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
}
