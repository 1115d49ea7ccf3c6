import { createHash } from 'node:crypto';
import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Category, CurrencyInUse, ExportDocument, Problem, StatusRecord } from '@shirube/contracts';
import { type DirectoryClient, emptyStatus, registration, until } from '@shirube/testing';
import type { Test } from 'tap';
import { whileUnchanging } from './whileUnchanging.js';

const absentId = '01890000-0000-7000-8000-000000000000';

/** Returns the raw bytes of a response, which `fetch` would decompress. */
function rawGet(url: string, headers: Record<string, string>): Promise<{ encoding: string; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          encoding: response.headers['content-encoding'] ?? 'identity',
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject);
  });
}

/** Detail, status, export, categories, and HTTP features: caching, compression, CORS, errors. */
export async function reading(t: Test, directory: DirectoryClient): Promise<void> {
  const [service] = await directory.registerAll([
    registration({
      name: 'Read "me" \\ please\n日本語',
      category: 'read-tests',
      description: 'x'.repeat(1500),
    }),
  ]);
  if (!service) throw new Error('the service was not registered');

  await t.test('an id that is not there, or is no id, is a 404', async (t) => {
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

  await t.test('the page of a service is there, and of one that does not exist it is a 404', async (t) => {
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

  await t.test('an ETag sent back is a 304 while nothing has changed', async (t) => {
    const paths = [
      '/api/services?category=read-tests',
      `/api/services/${service.id}`,
      `/api/services/${service.id}/status`,
      '/api/catalog/search?q=read',
      '/api/services/search/intent?q=read',
      '/api/categories',
      '/api/currencies',
      '/api/facets?category=read-tests',
      '/discovery/resources?limit=1',
    ];
    const read = async (path: string) => {
      const { headers } = await directory.get(path);
      const etag = headers.get('etag') ?? '';
      const known = (tags: string) => directory.get(path, { 'if-none-match': tags });
      return {
        path,
        headers,
        again: await known(etag),
        other: await known('"other"'),
        both: await known(`"other", ${etag}`),
      };
    };
    const readAll = async () => {
      const answers: Awaited<ReturnType<typeof read>>[] = [];
      for (const path of paths) answers.push(await read(path));
      return answers;
    };
    for (const { path, headers, again, other, both } of await whileUnchanging(directory, paths, readAll)) {
      t.match(headers.get('etag'), /^W\/"[\w-]+"$/, path);
      t.match(headers.get('cache-control'), /^public, max-age=\d+/);
      t.equal(again.status, 304, path);
      t.equal(again.text, '');
      t.equal(other.status, 200);
      t.equal(both.status, 304);
    }
  });

  await t.test('answers are compressed for those who ask', async (t) => {
    for (const path of [`/api/services/${service.id}`, '/api/export']) {
      const url = `${directory.base}${path}`;
      const gzip = await rawGet(url, { 'accept-encoding': 'gzip' });
      t.equal(gzip.encoding, 'gzip', path);
      t.ok(JSON.parse(gunzipSync(gzip.bytes).toString()));
      const br = await rawGet(url, { 'accept-encoding': 'gzip;q=0.5, br' });
      t.equal(br.encoding, 'br', path);
      t.ok(JSON.parse(brotliDecompressSync(br.bytes).toString()));
      const plain = await rawGet(url, {});
      t.equal(plain.encoding, 'identity', path);
      t.ok(JSON.parse(plain.bytes.toString()));
    }
  });

  await t.test('reads are open to other origins, with the paging headers', async (t) => {
    const { headers } = await directory.get('/api/services', { origin: 'https://elsewhere.example' });
    t.equal(headers.get('access-control-allow-origin'), '*');
    t.match(headers.get('access-control-expose-headers') ?? '', /X-Total-Count/i);
    t.match(headers.get('access-control-expose-headers') ?? '', /Link/);
  });

  await t.test('the export with every field has a line for each service, and says that it is whole', async (t) => {
    const path = '/api/export?format=ndjson';
    const { headers, text } = await directory.get(path);
    t.match(headers.get('content-type') ?? '', /^application\/x-ndjson/);
    const lines = text.trimEnd().split('\n');
    const [first, ...rest] = lines.map((line) => JSON.parse(line));
    const { end } = rest.pop();
    t.match(first, { catalog: { version: '1.0', cursor: /^\w{8}\.\d+\.0$/ } });
    t.equal(end.count, rest.length);
    const body = lines.slice(1, -1).map((line) => `${line}\n`);
    t.equal(end.sha256, createHash('sha256').update(body.join('')).digest('hex'));
    const exported = rest.find(({ id }) => id === service.id);
    t.match(exported, service);
    const changes = await directory.get<{ changes: unknown[] }>(`/api/changes?since=${end.cursor}`);
    t.equal(changes.status, 200, 'and changes can be followed from there');
    const exports = ['/api/export', path];
    const again = async (url: string) => {
      const etag = (await directory.get(url)).headers.get('etag') ?? '';
      return (await directory.get(url, { 'if-none-match': etag })).status;
    };
    t.strictSame(await whileUnchanging(directory, exports, () => Promise.all(exports.map(again))), [304, 304]);
    await directory.post(registration());
    const etag = headers.get('etag') ?? '';
    t.equal((await directory.get(path, { 'if-none-match': etag })).status, 200, 'it has changed');
    t.equal((await directory.get('/api/export?format=xml')).status, 400);
  });

  await t.test('an unknown path is a 404, another method a 405 with Allow', async (t) => {
    const unknown = await directory.get<Problem>('/api/nothing');
    t.equal(unknown.status, 404);
    t.equal(unknown.body.code, 'route_not_found');
    const cases: [method: string, path: string, allow: string][] = [
      ['PUT', '/api/services', 'GET, HEAD, OPTIONS, POST'],
      ['PUT', `/api/services/${service.id}`, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
      ['DELETE', `/api/services/${service.id}/status`, 'GET, HEAD, OPTIONS'],
      ['POST', '/api/export', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/api/catalog/search', 'GET, HEAD, OPTIONS'],
    ];
    for (const [method, path, allow] of cases) {
      const { status, headers, body } = await directory.request<Problem>(path, { method });
      t.equal(status, 405, `${method} ${path}`);
      t.equal(headers.get('allow'), allow);
      t.equal(body.code, 'method_not_allowed');
    }
  });

  await t.test('the OpenAPI document describes every route, and /docs shows it', async (t) => {
    const { body } = await directory.get<{ openapi: string; paths: Record<string, Record<string, unknown>> }>(
      '/openapi.json',
    );
    t.match(body.openapi, /^3\.1/);
    t.strictSame(Object.keys(body.paths).sort(), [
      '/api/account/insights',
      '/api/account/keys',
      '/api/account/keys/{id}',
      '/api/account/proofs',
      '/api/account/services',
      '/api/account/webhook',
      '/api/account/webhook/deliveries',
      '/api/account/webhook/test',
      '/api/accounts',
      '/api/accounts/{id}/proof',
      '/api/admin/accounts',
      '/api/admin/audit',
      '/api/admin/changes',
      '/api/admin/keys',
      '/api/admin/keys/{id}',
      '/api/admin/listings',
      '/api/admin/listings/{id}',
      '/api/admin/moderated',
      '/api/admin/overview',
      '/api/admin/reports',
      '/api/admin/reports/{id}',
      '/api/admin/services/{id}/moderation',
      '/api/admin/set-aside',
      '/api/admin/set-aside/retry',
      '/api/catalog/search',
      '/api/categories',
      '/api/changes',
      '/api/check',
      '/api/currencies',
      '/api/export',
      '/api/facets',
      '/api/monitor/summary',
      '/api/providers',
      '/api/providers/{domain}',
      '/api/registrations',
      '/api/registrations/preview',
      '/api/services',
      '/api/services/search/intent',
      '/api/services/{id}',
      '/api/services/{id}/changes',
      '/api/services/{id}/check',
      '/api/services/{id}/history',
      '/api/services/{id}/reports',
      '/api/services/{id}/similar',
      '/api/services/{id}/snippets',
      '/api/services/{id}/status',
      '/api/services/{id}/trust',
      '/api/settlements',
      '/api/stats',
      '/discovery/merchant',
      '/discovery/resources',
      '/discovery/search',
    ]);
    t.strictSame(Object.keys(body.paths['/api/services'] ?? {}).sort(), ['get', 'post']);
    const docs = await directory.get('/docs');
    t.equal(docs.status, 200);
    t.match(docs.headers.get('content-type') ?? '', /^text\/html/);
  });

  await t.test('health answers', async (t) => {
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
