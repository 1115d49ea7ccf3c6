import type { Category, CurrencyInUse, ExportDocument, Problem, StatusRecord } from '@shirube/contracts';
import { type DirectoryClient, emptyStatus, registration, until } from '@shirube/testing';
import type { Test } from 'tap';

const absentId = '01890000-0000-7000-8000-000000000000';

/** Detail, status, page, export and categories. */
export async function reading(t: Test, directory: DirectoryClient): Promise<void> {
  const [service] = await directory.registerAll([
    registration({
      name: 'Read "me" \\ please\n日本語',
      category: 'read-tests',
      description: 'x'.repeat(1500),
    }),
  ]);
  if (!service) throw new Error('the service was not registered');

  await t.test('an unknown id and an invalid id are a 404', async (t) => {
    for (const id of [absentId, 'nonsense', '1', '%00', "' or 1=1 --", 'a'.repeat(500)]) {
      for (const suffix of ['', '/status']) {
        const { status, headers, body } = await directory.get<Problem>(
          `/api/services/${encodeURIComponent(id)}${suffix}`,
        );
        t.equal(status, 404, `${id}${suffix}`);
        t.equal(body.code, 'service_not_found');
        t.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
      }
    }
  });

  await t.test('the status record of a new service is empty', async (t) => {
    const { status, body } = await directory.get<StatusRecord>(`/api/services/${service.id}/status`);
    t.equal(status, 200);
    t.strictSame(body, { id: service.id, ...emptyStatus });
  });

  await t.test('the export holds every service at once, with the label of its category', async (t) => {
    const { body: fresh } = await directory.post(registration({ name: 'Just now', category: 'image-generation' }));
    const { status, body } = await directory.get<ExportDocument>('/api/export');
    t.equal(status, 200);
    t.equal(body.version, '1.0');
    t.type(body.source, 'string');
    t.match(body.exportedAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const entry = body.endpoints.find(({ id }) => id === service.id);
    t.strictSame(entry, {
      id: service.id,
      name: service.name,
      endpoint: service.endpoint,
      category: 'Read Tests',
      pricing: { currency: 'USDC', pricePerRequest: '0.01' },
      x402Config: service.x402Config,
      trustScore: 0,
      status: 'unverified',
    });
    t.equal(body.endpoints.find(({ id }) => id === fresh.id)?.category, 'Image Generation');
    const ids = body.endpoints.map(({ id }) => id);
    t.strictSame(ids, [...ids].sort(), 'in id order');
  });

  await t.test('categories come with labels and counts', async (t) => {
    const { status, body } = await directory.get<Category[]>('/api/categories');
    t.equal(status, 200);
    t.strictSame(
      body.find(({ id }) => id === 'read-tests'),
      { id: 'read-tests', label: 'Read Tests', count: 1 },
    );
    t.equal(body.find(({ id }) => id === 'image-generation')?.labelJa, '画像生成');
  });

  await t.test('a service has a page, and an unknown service a page with status 404', async (t) => {
    const found = await directory.get(`/services/${service.id}`);
    t.equal(found.status, 200);
    t.match(found.text, /<h1[^>]*>(<span[^>]*>)?Read (&quot;|")me.*日本語<\/(span|h1)>/s);
    const etag = found.headers.get('etag') ?? '';
    t.equal((await directory.get(`/services/${service.id}`, { 'if-none-match': etag })).status, 304);
    for (const id of ['unknown', '0190163d-8694-739b-aea5-966c26f8ad90']) {
      const missing = await directory.get(`/services/${id}`, { 'if-none-match': etag });
      t.equal(missing.status, 404);
      t.match(missing.headers.get('content-type') ?? '', /^text\/html/);
      t.match(missing.text, 'Service not found');
    }
  });

  await t.test('currencies come with counts, the most used first', async (t) => {
    const { status, body } = await directory.get<CurrencyInUse[]>('/api/currencies');
    t.equal(status, 200);
    t.ok((body.find(({ currency }) => currency === 'USDC')?.count ?? 0) > 0);
    const counts = body.map(({ count }) => count);
    t.strictSame(
      counts,
      counts.toSorted((a, b) => b - a),
    );
  });

  await t.test('/live and /ready answer', async (t) => {
    t.equal((await directory.get('/live')).status, 200);
    t.equal((await directory.get<{ status: string }>('/ready')).body.status, 'ready');
  });

  await t.test('a service is listed soon after its registration', async (t) => {
    const started = performance.now();
    const { body } = await directory.post(registration({ name: 'Quickly', category: 'read-quick' }));
    const listed = await until(
      async () => {
        const { body } = await directory.list({ category: 'read-quick' });
        return body.length > 0 ? body.map(({ id }) => id) : undefined;
      },
      { message: 'it is not listed' },
    );
    t.strictSame(listed, [body.id]);
    t.comment(`listed after ${Math.round(performance.now() - started)} ms`);
  });
}
