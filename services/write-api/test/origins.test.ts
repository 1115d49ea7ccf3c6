import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Candidate, Preview, Problem, RegistrationResults, Service } from '@shirube/contracts';
import { challengeOf, until, wallet } from '@shirube/testing';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, enqueued, database } = await startWriteApi(t, {
  environment: { MONITOR_ALLOW_PRIVATE: 'true', RATE_LIMIT_OUTBOUND: '0' },
});

/**
 * Responses of an origin by method and path, or only by path. A number is a status. Any other value is sent as JSON
 * with 200, or with 402 if it is a challenge.
 */
const answers = new Map<string, unknown>();
const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  const answer = answers.get(`${request.method} ${request.url}`) ?? answers.get(`${request.url}`) ?? 404;
  const isChallenge = typeof answer === 'object' && answer !== null && 'x402Version' in answer && 'accepts' in answer;
  response.statusCode = typeof answer === 'number' ? answer : isChallenge ? 402 : 200;
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
t.teardown(() => server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
t.beforeEach(() => {
  answers.clear();
  requests.length = 0;
});

const post = <Body>(path: string, url: unknown) =>
  client.request<Body>(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
const preview = async (url = origin) => (await post<Preview>('/api/registrations/preview', url)).body;

const paid = { 'x-payment-info': { protocols: ['x402'], price: { mode: 'fixed', currency: 'USD', amount: '0.01' } } };
const city = {
  name: 'city',
  in: 'query',
  required: true,
  schema: { $ref: '#/components/schemas/City' },
  example: 'Tokyo',
};
const weather = {
  get: { ...paid, summary: 'Weather', description: 'The weather of a city.', tags: ['Weather'], parameters: [city] },
};
const openapi = (paths: object, schemas: object = { City: { type: 'string' } }) => ({
  openapi: '3.1.0',
  paths,
  components: { schemas },
});

t.test('the paid operations of an OpenAPI document become registrations, each with its 402', async (t) => {
  const byId = {
    get: { ...paid, parameters: [{ name: 'id', in: 'path', schema: { type: 'string' }, example: 'a b' }] },
  };
  answers.set('/openapi.json', openapi({ '/weather': weather, '/free': { get: {} }, '/of/{id}': byId }));
  answers.set('/weather', challengeOf());
  answers.set('/of/a%20b', challengeOf());
  const { source, faults, candidates } = await preview();
  t.equal(source, '/openapi.json');
  t.strictSame(faults, []);
  t.strictSame(
    candidates.map(({ endpoint, faults }) => [endpoint, faults]),
    [
      [`${origin}/weather`, []],
      [`${origin}/of/{id}`, []],
    ],
  );
  t.strictSame(candidates[0]?.registration, {
    name: 'Weather',
    description: 'The weather of a city.',
    endpoint: `${origin}/weather`,
    category: 'weather',
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    x402Config: { paymentAddress: wallet, network: 'base' },
    tags: ['Weather'],
    call: {
      type: 'http',
      method: 'GET',
      queryParams: {
        type: 'object',
        properties: { city: { $ref: '#/$defs/City' } },
        required: ['city'],
        $defs: { City: { type: 'string' } },
      },
      examples: { queryParams: { city: 'Tokyo' } },
    },
  });
});

t.test(
  'without an OpenAPI document the well-known documents are read, then the address itself, by GET and POST',
  async (t) => {
    answers.set('/.well-known/x402', { version: 1, resources: [`${origin}/old`, 'https://elsewhere.example.com/x'] });
    answers.set('POST /old', challengeOf());
    answers.set('POST /alone', challengeOf());
    const old = await preview();
    t.equal(old.source, '/.well-known/x402');
    t.strictSame(
      old.candidates.map(({ endpoint, method, registration }) => [
        endpoint,
        method,
        registration?.pricing.pricePerRequest,
      ]),
      [[`${origin}/old`, 'POST', '0.01']],
    );
    const items = [{ resource: { url: '/new', serviceName: 'New', tags: ['maps'] }, input: { method: 'get' } }];
    answers.set('/.well-known/x402.json', { x402Version: 2, items });
    answers.set('/new', challengeOf());
    const { candidates } = await preview();
    t.match(candidates, [{ endpoint: `${origin}/new`, registration: { name: 'New', category: 'maps' } }]);
    answers.delete('/.well-known/x402.json');
    answers.delete('/.well-known/x402');
    requests.length = 0;
    t.match(await preview(`${origin}/alone`), { candidates: [{ endpoint: `${origin}/alone`, faults: { length: 0 } }] });
    t.strictSame(requests.slice(-2), ['GET /alone', 'POST /alone']);
  },
);

t.test('every fault of an origin says how to fix it', async (t) => {
  answers.set('/early', 400);
  answers.set('/closed', 401);
  answers.set('/empty', { ...challengeOf(), accepts: [] });
  answers.set('/dollars', challengeOf({ maxAmountRequired: '0.01' }));
  answers.set('/unknown', challengeOf({ asset: '0x0000000000000000000000000000000000000001' }));
  const faultOf = async (path: string) => {
    const { candidates } = await preview(origin + path);
    t.notOk(candidates[0]?.registration, path);
    for (const { messageJa } of candidates[0]?.faults ?? []) t.match(messageJa, /ください。$/, messageJa);
    return candidates[0]?.faults.map(({ message }) => message).join(' ');
  };
  t.equal(await faultOf('/early'), 'It answers 400 before 402: let unauthenticated requests reach the challenge.');
  t.equal(await faultOf('/closed'), 'It answers 401 instead of 402: let unauthenticated requests reach the challenge.');
  t.match(await faultOf('/empty'), /402/);
  t.match(await faultOf('/dollars'), /0\.01/);
  t.match(await faultOf('/unknown'), /is not known on base/);
  t.match(await faultOf('/of/{id}'), /has placeholders/);
  t.match(await faultOf('/nothing'), /answers 404/);
});

t.test('ways to pay that the monitor would refuse are a fault before anybody registers them', async (t) => {
  const [usdc] = challengeOf().accepts;
  const eurc = { ...usdc, asset: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42' };
  const others = { wrong_asset: eurc, wrong_price: { ...usdc, maxAmountRequired: '10001' } };
  for (const [code, other] of Object.entries(others)) {
    answers.set('/ways', { ...challengeOf(), accepts: [usdc, other] });
    const [candidate] = (await preview(`${origin}/ways`)).candidates;
    t.match(candidate?.faults, [{ code, message: /ways to pay contradict each other/, messageJa: /ください。$/ }]);
    t.ok(candidate?.registration);
  }
  answers.set('/ways', { ...challengeOf(), accepts: [usdc, { ...usdc, maxAmountRequired: '9000' }] });
  t.strictSame((await preview(`${origin}/ways`)).candidates[0]?.faults, []);
});

t.test('a document that is too large or deep is a clear fault, and nothing in it is requested', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`/${at}`, weather]));
  answers.set('/openapi.json', openapi(many));
  answers.set('/weather', challengeOf());
  const sourceFault = async () => {
    const { faults, candidates } = await preview(`${origin}/weather`);
    t.equal(candidates.length, 1);
    t.ok(candidates[0]?.registration);
    const all = [...faults, ...(candidates[0]?.faults ?? [])];
    for (const { messageJa } of all) t.match(messageJa, /ください。|だけです。|（.*）。$/, messageJa);
    return all.map(({ message }) => message).join(' ');
  };
  t.match(await sourceFault(), /openapi\.json has 10000 operations, and at most 1000 are read/);
  t.notOk(requests.includes('GET /1'));
  answers.set('/openapi.json', `"${'x'.repeat(5_000_000)}"`);
  t.match(await sourceFault(), /is larger than 4194304 bytes/);
  answers.set('/openapi.json', '<!doctype html>');
  t.match(await sourceFault(), /is not JSON/);
  answers.set('/openapi.json', { ...openapi({ '/weather': weather }), servers: [{ url: 'http://10.0.0.1/' }] });
  t.match(await sourceFault(), /which is another host/);

  const deep = JSON.parse(`${'{"items":'.repeat(1_000)}{}${'}'.repeat(1_000)}`);
  answers.set('/openapi.json', openapi({ '/weather': weather }, { City: deep }));
  t.match(await sourceFault(), /more than 64 levels/);
  const loop = { City: { $ref: '#/components/schemas/Town' }, Town: { $ref: '#/components/schemas/City' } };
  answers.set('/openapi.json', openapi({ '/weather': weather }, loop));
  t.match(await sourceFault(), /refers back to itself/);
  answers.set('/openapi.json', openapi({ '/weather': weather }, { City: { $ref: `${origin}/city.json` } }));
  t.match(await sourceFault(), /other documents are not read/);
  t.notOk(requests.includes('GET /city.json'));
  const around = { $ref: '#/components/parameters/around' };
  const lost = {
    ...openapi({ '/weather': { get: { ...paid, parameters: [around] } } }),
    components: { parameters: { around } },
  };
  answers.set('/openapi.json', lost);
  t.match(await sourceFault(), /refers back to itself/);
});

t.test('an icon that is SVG, HTML or at a number is left out with a reason; icons are never fetched', async (t) => {
  for (const iconUrl of ['https://a.example.com/i.svg', 'https://a.example.com/i.html', `${origin}/i.png`]) {
    answers.set('/.well-known/x402.json', { items: [{ resource: { url: '/icon', iconUrl } }] });
    answers.set('/icon', challengeOf());
    const [candidate] = (await preview()).candidates;
    t.match(candidate?.faults, [
      { code: 'details', message: /iconUrl must/, messageJa: /^iconUrlは登録されません。PNG/ },
    ]);
    t.ok(candidate?.registration);
    t.notOk(candidate?.registration?.iconUrl);
  }
  t.notOk(requests.includes('GET /i.png'));
});

t.test('one call registers every valid resource once, with a result for each', async (t) => {
  answers.set('/.well-known/x402', { version: 1, resources: [`${origin}/one`, `${origin}/two`, `${origin}/bad`] });
  answers.set('/one', challengeOf());
  answers.set('/two', challengeOf());
  const register = async () => (await post<RegistrationResults>('/api/registrations', origin)).body.results;
  const first = await register();
  t.strictSame(
    first.map(({ outcome }) => outcome),
    ['registered', 'registered', 'faulty'],
  );
  t.strictSame(
    enqueued,
    first.flatMap(({ id }) => id ?? []),
  );
  const again = await register();
  t.strictSame(
    again.map(({ outcome, id }) => [outcome, id]),
    [
      ['exists', first[0]?.id],
      ['exists', first[1]?.id],
      ['faulty', undefined],
    ],
  );
  const { body } = await client.get<Service[]>('/api/account/services', { authorization: `Bearer ${client.key}` });
  t.equal(body.length, 2);
});

t.test('an endpoint that is registered many times at once becomes one service', async (t) => {
  answers.set('/at-once', challengeOf());
  // The lock prevents any insert until several requests have looked for the endpoint.
  const holder = await database.connect();
  await holder.query('begin; lock table services in share mode');
  const waiting = `select count(*)::int from pg_locks where not granted and database =
    (select oid from pg_database where datname = current_database())`;
  const asking = Array.from({ length: 4 }, () => post<RegistrationResults>('/api/registrations', `${origin}/at-once`));
  await until(async () => (await holder.query(waiting)).rows[0].count >= 4, { message: 'nobody registers' });
  await holder.query('commit');
  holder.release();
  const results = (await Promise.all(asking)).flatMap(({ body }) => body.results);
  t.equal(results.filter(({ outcome }) => outcome === 'registered').length, 1);
  t.equal(new Set(results.map(({ id }) => id)).size, 1);
  const { body } = await client.get<Service[]>('/api/account/services', { authorization: `Bearer ${client.key}` });
  t.equal(body.filter(({ endpoint }) => endpoint === `${origin}/at-once`).length, 1);
});

t.test('a preview needs no key, and refuses only a wrong one', async (t) => {
  answers.set('/.well-known/x402.json', { resources: [`${origin}/one`, `${origin}/two`] });
  answers.set('/one', challengeOf());
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', body: JSON.stringify({ url: origin }), headers };
  const { status, body } = await client.request<Preview>('/api/registrations/preview', init);
  t.equal(status, 200);
  t.match(body.candidates, [
    { endpoint: `${origin}/one`, registration: { pricing: { pricePerRequest: '0.01' } }, faults: { length: 0 } },
    { endpoint: `${origin}/two`, faults: [{ message: /./, messageJa: /./ }] },
  ]);
  t.equal(body.candidates.length, 2, 'the page of the origin need not sell');
  const wrong = { ...init, headers: { ...headers, authorization: 'Bearer wrong' } };
  t.equal((await client.request('/api/registrations/preview', wrong)).status, 401);
});

t.test('a registration of an origin takes a URL and a key', async (t) => {
  const bad = await post<Problem>('/api/registrations/preview', 'ftp://example.com');
  t.equal(bad.status, 400);
  t.equal(bad.body.errors?.[0]?.path, 'url');
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  t.equal((await client.request('/api/registrations', init)).status, 401);
});

t.test('private addresses are never requested', async (t) => {
  const { client } = await startWriteApi(t);
  for (const url of [`${origin}/weather`, 'http://169.254.169.254/', 'http://[::1]/', 'http://localhost:6379/']) {
    const { body } = await client.get<Candidate>(`/api/check?url=${encodeURIComponent(url)}`);
    t.match(body.faults, [{ code: 'refused' }], url);
    t.notOk(body.registration);
  }
  t.strictSame(requests, []);
});

t.test('a check needs no key, and shows an address as the monitor sees it', async (t) => {
  answers.set('/weather', challengeOf());
  const { status, body } = await client.get<Candidate>(`/api/check?url=${origin}/weather`);
  t.equal(status, 200);
  t.match(body, { method: 'GET', httpStatus: 402, accepts: [{ amount: '10000' }], faults: { length: 0 } });
  t.equal((await client.get('/api/check')).status, 400);
});
