import type { Problem } from '@shirube/contracts';
import { type DirectoryClient, registration } from '@shirube/testing';
import type { Test } from 'tap';
import { rawRequest, requestText } from './rawRequest.js';

const absentId = '019a0000-0000-7000-8000-000000000000';

/** HTTP rules beyond the routes themselves. Every rejection has the same format as all other errors. */
export async function requests(t: Test, directory: DirectoryClient): Promise<void> {
  await t.test('a method that a path does not answer is a 405 with Allow, whatever it is', async (t) => {
    for (const method of ['QUERY', 'TRACE', 'PROPFIND', 'FOO', 'M-SEARCH']) {
      const { status, headers, problem } = await rawRequest(
        t,
        directory.base,
        requestText(method, '/api/services?limit=1'),
      );
      t.equal(status, 405, method);
      t.match(headers.get('allow'), /GET, HEAD, OPTIONS, (PATCH, )?POST/, method);
      t.equal(problem?.code, 'method_not_allowed', method);
    }
    const { status, headers } = await rawRequest(t, directory.base, requestText('PUT', '/llms.txt'));
    t.equal(status, 405);
    t.equal(headers.get('allow'), 'GET, HEAD, OPTIONS');
    t.equal((await rawRequest(t, directory.base, requestText('FOO', '/nowhere'))).status, 404);
    const body = { headers: ['Content-Type: text/plain'], body: 'x' };
    t.equal((await rawRequest(t, directory.base, requestText('POST', '/nowhere', body))).status, 404);
  });

  await t.test('OPTIONS returns the methods of a path', async (t) => {
    const plain = await rawRequest(t, directory.base, requestText('OPTIONS', '/api/services'));
    t.equal(plain.status, 204);
    t.equal(plain.headers.get('allow'), 'GET, HEAD, OPTIONS, POST');
    const unknown = await rawRequest(t, directory.base, requestText('OPTIONS', '/nowhere'));
    t.equal(unknown.status, 404);
    t.equal(unknown.problem?.code, 'route_not_found');
  });

  const origin = 'https://elsewhere.example';
  const preflight = (path: string, method: string, names = 'authorization,content-type') =>
    directory.request(path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': names },
    });

  await t.test('a preflight of any method of the API is answered for any origin', async (t) => {
    for (const [method, path] of [
      ['GET', '/api/services'],
      ['POST', '/api/services'],
      ['POST', '/api/registrations'],
      ['POST', '/api/registrations/preview'],
      ['POST', '/api/accounts'],
      ['POST', `/api/accounts/${absentId}/proof`],
      ['PATCH', `/api/services/${absentId}`],
      ['DELETE', `/api/services/${absentId}`],
      ['PUT', '/api/account/webhook'],
      ['GET', '/api/account/services'],
      ['GET', '/discovery/resources'],
    ] as const) {
      const { status, headers } = await preflight(path, method);
      t.equal(status, 204, `${method} ${path}`);
      t.equal(headers.get('access-control-allow-origin'), '*');
      t.ok(headers.get('access-control-allow-methods')?.split(', ').includes(method), `${method} ${path}`);
      t.equal(headers.get('access-control-allow-headers'), 'authorization,content-type');
    }
    t.equal((await preflight('/nowhere', 'POST')).status, 404);
  });

  await t.test('a page of another origin reads the response to a write, and its error', async (t) => {
    const send = (path: string, init: RequestInit) =>
      directory.request(path, {
        ...init,
        headers: { origin, 'content-type': 'application/json', ...init.headers },
      });
    const authorization = `Bearer ${directory.key}`;
    const created = await send('/api/services', {
      ...{ method: 'POST', headers: { authorization }, body: JSON.stringify(registration()) },
    });
    t.equal(created.status, 201);
    const answers = [
      created,
      await send('/api/services', { method: 'POST', headers: { authorization }, body: '{}' }),
      await send('/api/services', { method: 'POST', body: '{}' }),
      await send(`/api/services/${absentId}`, { method: 'PATCH', headers: { authorization }, body: '{}' }),
      await send('/api/account/services', { headers: { authorization } }),
      await send('/api/nothing', {}),
    ];
    t.strictSame(
      answers.map(({ status }) => status),
      [201, 400, 401, 404, 200, 404],
    );
    for (const { headers } of answers) {
      t.equal(headers.get('access-control-allow-origin'), '*');
      for (const name of ['Location', 'Retry-After', 'ETag', 'X-Request-Id', 'X-Total-Count'])
        t.ok(headers.get('access-control-expose-headers')?.split(', ').includes(name), name);
    }
  });

  await t.test('routes of operators are closed to pages of other origins', async (t) => {
    const headers = { origin, authorization: `Bearer ${directory.key}` };
    for (const path of ['/api/admin/keys', '/api/monitor/summary', '/admin/queues', '/admin']) {
      const refused = await preflight(path, 'POST');
      const read = await directory.get(path, headers);
      for (const answer of [refused, read]) {
        t.equal(answer.headers.get('access-control-allow-origin'), null, path);
        t.equal(answer.headers.get('access-control-allow-methods'), null, path);
      }
    }
  });

  await t.test('a request without a key is told where to get one', async (t) => {
    for (const [method, path] of [
      ['POST', '/api/services'],
      ['POST', '/api/registrations'],
      ['PATCH', `/api/services/${absentId}`],
      ['GET', '/api/account/services'],
    ] as const) {
      const { status, headers, body } = await directory.request<Problem>(path, { method });
      t.equal(status, 401, path);
      t.equal(headers.get('www-authenticate'), 'Bearer');
      t.match(body.detail, /Authorization: Bearer <API_KEY>.* on \/list, .* POST \/api\/accounts\.$/, path);
    }
    const admin = await directory.get<Problem>('/api/admin/keys');
    t.match(admin.body.detail, /Bearer <API_KEY>\.$/, 'no proof gives an admin key');
    const { text } = await directory.get('/llms.txt');
    t.match(text, /on \/list, or with\s+POST \/api\/accounts/);
  });

  await t.test('an address that cannot be decoded is a 400, in its path as in its query', async (t) => {
    const paths = ['/%', '/%ff', '/api/%E0%A4', '/api/services/%E0%A4%A'];
    const targets = [...paths, '/api/services?query=%ff', '/api/services?limit=%', '/api/catalog/search?q=%E0%A4%A'];
    for (const target of targets) {
      const { status, problem } = await rawRequest(t, directory.base, requestText('GET', target));
      t.equal(status, 400, target);
      t.equal(problem?.code, 'bad_request', target);
    }
  });

  await t.test('a query of more than 500 characters, and a text that is no request, are a 400', async (t) => {
    for (const length of [500, 501, 10_000]) {
      for (const path of ['/api/services?query=', '/api/catalog/search?q=', '/api/services/search/intent?q=']) {
        const { status } = await directory.get(`${path}${'w'.repeat(length)}`);
        t.equal(status, length > 500 ? 400 : 200, `${path} ${length}`);
      }
    }
    const long = await directory.get(`/api/catalog/search?q=${encodeURIComponent('翻'.repeat(10_000))}`);
    t.ok(long.status >= 400 && long.status < 500, `${long.status}`);
    t.equal((await rawRequest(t, directory.base, 'NONSENSE\r\n\r\n')).status, 400);
  });

  await t.test('every route of the OpenAPI document reaches the service that has it', async (t) => {
    const { body } = await directory.get<{ paths: Record<string, object> }>('/openapi.json');
    const routes = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/, absentId) })),
    );
    t.ok(routes.length > 50, `${routes.length} routes`);
    for (const { method, path } of routes) {
      // Empty, so that nothing is written.
      const { status, body } = await directory.request<Partial<Problem>>(path, { method });
      t.not(status, 405, `${method} ${path}`);
      t.not(body?.code, 'route_not_found', `${method} ${path}`);
    }
  });

  await t.test('U+0000 in an address and an invalid Host are a 400 on every route', async (t) => {
    const authorization = `Authorization: Bearer ${directory.key}`;
    const targets: [method: string, target: string][] = [
      ['GET', '/api/services?query=%00'],
      ['GET', '/api/services/a%00'],
      ['GET', '/api/account/services?query=a%00b'],
      ['GET', '/api/admin/audit?subject=%00'],
      ['DELETE', '/api/account/keys/%00'],
      ['DELETE', '/api/admin/keys/%00'],
      ['DELETE', '/api/admin/reports/%00'],
      ['POST', '/api/services/%00/check'],
    ];
    for (const [method, target] of targets) {
      const text = requestText(method, target, { headers: [authorization] });
      const { status, problem } = await rawRequest(t, directory.base, text);
      t.strictSame([status, problem?.code], [400, 'bad_request'], `${method} ${target}`);
    }
    for (const host of ['[', '[::', 'a b', '1.2.3.4.5', 'x:99999', 'x/y', 'user@x', '"><script>', ':80']) {
      for (const target of ['/server.json', '/', '/robots.txt', '/nowhere']) {
        const text = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
        const { status, problem } = await rawRequest(t, directory.base, text);
        t.strictSame([status, problem?.code], [400, 'bad_request'], `${target} of ${host}`);
      }
    }
    for (const host of ['x', 'directory.example:8080', '[::1]', '[2001:db8::7]:8080', '127.0.0.1:1', 'a_b.example']) {
      const text = `GET /server.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      t.equal((await rawRequest(t, directory.base, text)).status, 200, host);
    }
  });

  await t.test('a missing Host is a 400, and an unknown Expect a 417', async (t) => {
    const hostless = 'GET /api/categories HTTP/1.1\r\nConnection: close\r\n\r\n';
    const missing = await rawRequest(t, directory.base, hostless);
    t.equal(missing.status, 400);
    t.equal(missing.problem?.code, 'bad_request');
    const expecting = await rawRequest(
      t,
      directory.base,
      requestText('GET', '/api/categories', { headers: ['Expect: miracles'] }),
    );
    t.equal(expecting.status, 417);
    t.equal(expecting.problem?.code, 'expectation_failed');
    t.ok(expecting.headers.get('x-request-id'));
  });

  await t.test('the id that a caller gives to a request is on the answer and in the problem', async (t) => {
    const ask = async (id: string) => {
      const response = await fetch(`${directory.base}/api/nothing`, { headers: { 'x-request-id': id } });
      const { requestId } = (await response.json()) as Problem;
      t.equal(requestId, response.headers.get('x-request-id'));
      return requestId;
    };
    t.equal(await ask('order-4711.retry_1'), 'order-4711.retry_1');
    t.match(await ask('"}, "x": "'), /^[\w-]+$/, 'one that cannot be logged as it is is replaced');
  });

  await t.test('a parameter that is not known is a 400 on every route', async (t) => {
    for (const path of [
      `/api/services/${absentId}/changes`,
      '/api/categories',
      '/api/currencies',
      '/api/stats',
      `/api/services/${absentId}`,
      `/api/services/${absentId}/status`,
    ]) {
      const { status, body } = await directory.get<Problem>(`${path}?colour=red`);
      t.equal(status, 400, path);
      t.match(body, {
        code: 'validation_failed',
        detail: 'colour is not a known parameter. This path takes no parameters.',
      });
    }
    const exported = await directory.get<Problem>('/api/export?colour=red');
    t.match(exported.body, { detail: 'colour is not a known parameter. The known parameters are format, host.' });
    const posted = await directory.request('/api/services?colour=red', {
      method: 'POST',
      headers: { authorization: `Bearer ${directory.key}`, 'content-type': 'application/json' },
      body: '{}',
    });
    t.equal(posted.status, 400);
  });

  await t.test('/mcp takes POST from programs and pages of known hosts only', async (t) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const post = (changes: RequestInit) =>
      directory.request<Problem>('/mcp', { method: 'POST', headers, body, ...changes });
    t.equal((await post({})).status, 200);
    t.equal((await post({ headers: { ...headers, origin: 'http://localhost:6274' } })).status, 200);
    for (const origin of ['https://elsewhere.example', 'null']) {
      const refused = await post({ headers: { ...headers, origin } });
      t.equal(refused.status, 403, origin);
      t.equal(refused.body.code, 'forbidden');
    }
    for (const method of ['GET', 'DELETE']) {
      const { status, headers: answered } = await directory.request('/mcp', { method });
      t.equal(status, 405, method);
      t.equal(answered.get('allow'), 'OPTIONS, POST');
    }
    t.equal((await post({ body: `[${body}]` })).status, 400, 'a batch');
    t.equal((await post({ body: 'nonsense' })).status, 400);
    t.equal((await post({ body: JSON.stringify({ x: 'y'.repeat(70_000) }) })).status, 413);
    t.equal((await post({ headers: { 'content-type': 'text/plain' } })).status, 415);
  });
}
