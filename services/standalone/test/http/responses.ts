import { createHash } from 'node:crypto';
import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Problem } from '@shirube/contracts';
import { type DirectoryClient, listenToEvents, registration } from '@shirube/testing';
import type { Test } from 'tap';
import { whileUnchanging } from './whileUnchanging.js';

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

/** Caching, compression, streaming, CORS and unknown routes. */
export async function responses(t: Test, directory: DirectoryClient): Promise<void> {
  const [service] = await directory.registerAll([registration({ category: 'cached', description: 'x'.repeat(1500) })]);
  if (!service) throw new Error('the service was not registered');

  await t.test('a request with the ETag of a response is a 304 while nothing has changed', async (t) => {
    const paths = [
      '/api/services?category=cached',
      `/api/services/${service.id}`,
      `/api/services/${service.id}/status`,
      '/api/catalog/search?q=read',
      '/api/services/search/intent?q=read',
      '/api/categories',
      '/api/currencies',
      '/api/facets?category=cached',
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

  await t.test('responses are compressed as Accept-Encoding says', async (t) => {
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

  await t.test('every response forbids to guess its type', async (t) => {
    const paths = {
      200: [
        '/api/services',
        `/api/services/${service.id}`,
        '/api/export',
        '/openapi.json',
        '/llms.txt',
        '/favicon.ico',
      ],
      404: ['/api/nothing', '/api/services/nothing', '/nothing', '/assets/nothing.js'],
      400: ['/api/services?limit=x', '/api/services?query=%ff'],
    };
    const pages = ['/', `/services/${service.id}`, '/docs', '/feed.atom', '/robots.txt', `/badges/${service.id}.svg`];
    const script = /\/assets\/[\w-]+\.js/.exec((await directory.get('/')).text)?.[0] ?? '';
    for (const [status, [...addresses]] of Object.entries({ ...paths, 200: [...paths[200], ...pages, script] })) {
      for (const path of addresses) {
        const answer = await directory.get(path);
        t.equal(answer.status, Number(status), path);
        t.equal(answer.headers.get('x-content-type-options'), 'nosniff', path);
        const etag = answer.headers.get('etag');
        const again = etag && (await directory.get(path, { 'if-none-match': etag }));
        if (again) t.equal(again.headers.get('x-content-type-options'), 'nosniff', `${again.status} ${path}`);
      }
    }
    const notFound = await directory.get('/nothing', { accept: 'text/html' });
    t.equal(notFound.headers.get('x-content-type-options'), 'nosniff');
    const stream = await listenToEvents(`${directory.base}/api/changes?since=now`);
    t.equal(stream.headers['x-content-type-options'], 'nosniff');
    stream.close();
  });

  await t.test('reads are open to other origins, with the headers of pages', async (t) => {
    const { headers } = await directory.get('/api/services', { origin: 'https://elsewhere.example' });
    t.equal(headers.get('access-control-allow-origin'), '*');
    t.match(headers.get('access-control-expose-headers') ?? '', /X-Total-Count/i);
    t.match(headers.get('access-control-expose-headers') ?? '', /Link/);
  });

  await t.test('the export as NDJSON has a line for each service, and a checksum at the end', async (t) => {
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

  await t.test('an unknown path is a 404, and an unsupported method a 405 with Allow', async (t) => {
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
}
