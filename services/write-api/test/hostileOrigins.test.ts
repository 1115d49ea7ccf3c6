import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countServices, createKey } from '@shirube/catalog';
import type { Candidate, Preview, RegistrationResults } from '@shirube/contracts';
import { challengeOf } from '@shirube/testing';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, database } = await startWriteApi(t, {
  environment: { MONITOR_ALLOW_PRIVATE: 'true', RATE_LIMIT_OUTBOUND: '0' },
});
// Each account may have a few slow requests.
const { key: other } = await createKey(database, { name: 'other', scopes: ['services:write'] });

/** Sends parts while the client accepts them, at most `most`. */
function pour(response: ServerResponse, part: string, most: number): void {
  let sent = 0;
  const more = () => {
    while (!response.destroyed && sent < most) {
      sent += 1;
      if (!response.write(part)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

const drips = new Set<NodeJS.Timeout>();
t.teardown(() => drips.forEach(clearInterval));

// Each behavior applies to the whole origin: to its documents and to its paid resources.
const origins: Record<string, { answer: RequestListener; fault: RegExp }> = {
  'never answers': { answer: () => {}, fault: /does not answer in time: / },
  'drips for ever': {
    answer(_request, response) {
      response.writeHead(402, { 'content-type': 'application/json' });
      drips.add(setInterval(() => response.write(' '), 200));
    },
    fault: /does not answer in time: /,
  },
  'leads in circles': {
    answer: ({ url = '' }, response) =>
      void response.writeHead(302, { location: url.endsWith('?again') ? url.slice(0, -6) : `${url}?again` }).end(),
    fault: /redirects too many times: /,
  },
  'sends 100 MB': {
    answer(_request, response) {
      response.writeHead(402, { 'content-type': 'application/json' });
      pour(response, `"${'x'.repeat(1_000_000)}"`, 100);
    },
    fault: /larger than 64 kB: /,
  },
};

t.test('an origin that would keep its reader for ever is a fault in time, and nothing of it is stored', async (t) => {
  await Promise.all(
    Object.entries(origins).map(async ([name, { answer, fault }], at) => {
      const server = createServer(answer);
      // Between two redirects a busy machine may take longer than a server keeps a connection by default.
      server.keepAliveTimeout = 0;
      // A host has few requests at a time.
      const host = `127.0.0.${at + 2}`;
      await new Promise<void>((resolve) => void server.listen(0, host, resolve));
      t.teardown(() => {
        server.close();
        server.closeAllConnections();
      });
      const url = `http://${host}:${(server.address() as AddressInfo).port}/paid`;
      const post = <Body>(path: string, key: string) =>
        client.request<Body>(path, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ url }),
        });
      const [preview, registered, check] = await Promise.all([
        post<Preview>('/api/registrations/preview', client.key),
        post<RegistrationResults>('/api/registrations', other),
        client.get<Candidate>(`/api/check?url=${url}`),
      ]);
      t.strictSame([preview.status, registered.status, check.status], [200, 200, 200], name);
      for (const result of [...preview.body.candidates, ...registered.body.results, check.body]) {
        t.match(result.faults, [{ message: fault }], name);
        t.notOk('registration' in result || 'id' in result, name);
      }
      t.equal(preview.body.candidates.length, 1, name);
    }),
  );
  t.equal(await countServices(database), 0);
});

let document = '';
let isDocumentSent = false;
let isPaidAsked = false;
const seller = createServer(({ url = '' }, response) => {
  if (url === '/openapi.json') {
    response.once('finish', () => {
      isDocumentSent = true;
    });
    return void response.end(document);
  }
  if (!url.startsWith('/paid')) return void response.writeHead(404).end();
  isPaidAsked = true;
  response.writeHead(402).end(JSON.stringify(challengeOf()));
});
await new Promise<void>((resolve) => void seller.listen(0, '127.0.0.1', resolve));
t.teardown(() => void seller.close());
const origin = `http://127.0.0.1:${(seller.address() as AddressInfo).port}`;

const reference = (at: number) => ({ $ref: `#/components/schemas/S${at}` });
const operation = (schema: object) => ({
  post: { 'x-payment-info': {}, requestBody: { content: { 'application/json': { schema } } } },
});
const openapi = (paths: object, schemas: object) =>
  JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } });
const many = (count: number, of: (at: number) => [string, object]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => of(at)));

const preview = (url: string) =>
  client.request<Preview>('/api/registrations/preview', {
    method: 'POST',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });

t.test(
  'a document whose operations share all its schemas is previewed, and the process answers meanwhile',
  async (t) => {
    const lower = (at: number) => reference(Math.min(at, 1_999));
    const paths = many(1_000, (at) => [`/paid/${at}`, operation(at === 0 ? { type: 'string' } : reference(0))]);
    const schemas = many(2_000, (at) => [
      `S${at}`,
      { description: 'x'.repeat(1_450), properties: { one: lower(2 * at + 1), other: lower(2 * at + 2) } },
    ]);
    document = openapi(paths, schemas);
    t.ok(document.length > 3_200_000, `${document.length} bytes`);
    let answered = 0;
    let isDone = false;
    const asking = (async () => {
      while (!isDone) {
        const { status } = await client.get('/live');
        if (status === 200 && isDocumentSent && !isPaidAsked) answered += 1;
      }
    })();
    const { status, body } = await preview(origin);
    isDone = true;
    await asking;
    t.equal(status, 200);
    t.ok(answered > 0, `${answered} answers while the document is read`);
    t.match(body.faults, [{ message: /declares 1000 paid resources, and the first 50 were checked/ }]);
    t.equal(body.candidates.length, 50);
    t.ok(body.candidates.every(({ registration }) => registration));
    t.match(body.candidates[0], {
      registration: { call: { method: 'POST', body: { type: 'string' } } },
      faults: { length: 0 },
    });
    t.match(body.candidates[1]?.faults, [
      { code: 'manifest', message: /^Its description has more than 65536 characters/ },
    ]);
  },
);

t.test('a chain of references may have any length', async (t) => {
  document = openapi(
    { '/paid': operation(reference(0)) },
    many(8_000, (at) => [`S${at}`, at < 7_999 ? reference(at + 1) : { type: 'string' }]),
  );
  const { status, body } = await preview(`${origin}/paid`);
  t.equal(status, 200);
  t.match(body.candidates, [{ registration: { name: String }, faults: [{ code: 'manifest' }] }]);
});

t.test('no part of a document costs more because much of it refers to that part', async (t) => {
  const parameter = { $ref: '#/components/parameters/P' };
  const listed = { 'x-payment-info': {}, parameters: Array.from({ length: 20_000 }, () => parameter) };
  const example = Array.from({ length: 100_000 }, (_, at) => at);
  document = JSON.stringify({
    openapi: '3.1.0',
    info: { contact: { name: 'x'.repeat(1_000_000) }, description: 'y'.repeat(1_000_000) },
    paths: {
      '/paid/list': { post: listed },
      ...many(40, (at) => [`/paid/${at}`, { post: { ...listed, parameters: [parameter] } }]),
    },
    components: { parameters: { P: { name: 'p', in: 'query', schema: {}, example } } },
  });
  const { status, body } = await preview(origin);
  t.equal(status, 200);
  t.equal(body.candidates.length, 41);
  for (const { registration, faults } of body.candidates) {
    t.ok(registration && registration.description.length <= 2_000);
    t.match(faults, [{ code: 'manifest' }]);
  }
  document = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  t.match((await preview(`${origin}/paid`)).body.faults, [{ message: /more than 64 levels/ }]);
  document = `[${'0,'.repeat(600_000)}0]`;
  t.match((await preview(`${origin}/paid`)).body.faults, [{ message: /more than 500000 values/ }]);
});

t.test('a path of many parameters with a long example costs no more than others', async (t) => {
  const path = `/paid/${'{a}'.repeat(10_000)}`;
  const parameters = [{ name: 'a', in: 'path', required: true, example: 'z'.repeat(20_000) }];
  const paid = { ...operation({ type: 'string' }), parameters };
  document = openapi({ [path]: paid, '/paid/{a}': paid, '/paid/plain': operation({ type: 'string' }) }, {});
  const { status, body } = await preview(origin);
  t.equal(status, 200);
  t.strictSame(
    body.candidates.map(({ endpoint }) => endpoint),
    [`${origin}/paid/{a}`, `${origin}/paid/plain`],
    'no endpoint is that long',
  );
});
