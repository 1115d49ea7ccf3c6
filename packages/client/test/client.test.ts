import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  compileFaults,
  exportCatalog,
  getCheckHistory,
  getService,
  getServiceHistory,
  getServiceStatus,
  getServiceTrust,
  listAccountServices,
  listCategories,
  listChanges,
  listCurrencies,
  listServices,
  registerService,
  searchCatalog,
  searchIntent,
} from '@shirube/contracts';
import { registration, startDirectory } from '@shirube/testing';
import { FormatRegistry } from '@sinclair/typebox';
import t from 'tap';
import { createClient, ProblemError } from '../dist/index.js';

const weather = registration({
  name: '東京天気 API',
  description: 'Hourly weather forecast for Tokyo',
  category: 'weather',
});

FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);

const directory = await startDirectory(t);
const client = createClient({ baseUrl: `${directory.url}/`, key: directory.apiKey });
const registered = await client.register(weather, { wait: 10 });

const failure = async (call: Promise<unknown>): Promise<ProblemError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProblemError) return error;
  throw new Error('not refused with a problem', { cause: error });
};

t.test('every answer has the shape that the contract states', async (t) => {
  const answers = [
    { schema: registerService.schema.response[201], answer: registered },
    { schema: listServices.schema.response[200], answer: (await client.list()).services },
    { schema: getServiceTrust.schema.response[200], answer: await client.trust(registered.id) },
    {
      schema: getCheckHistory.schema.response[200],
      answer: await client.checkHistory(registered.id, { window: '7d' }),
    },
    { schema: getServiceHistory.schema.response[200], answer: await client.history(registered.id) },
    { schema: listChanges.schema.response[200], answer: await client.changes({ limit: 1 }) },
    { schema: listAccountServices.schema.response[200], answer: (await client.ownServices()).services },
    { schema: getService.schema.response[200], answer: await client.detail(registered.id) },
    { schema: getServiceStatus.schema.response[200], answer: await client.status(registered.id) },
    { schema: searchCatalog.schema.response[200], answer: await client.keyword({ q: 'weather' }) },
    { schema: searchIntent.schema.response[200], answer: await client.intent({ q: '天気を知りたい' }) },
    { schema: listCategories.schema.response[200], answer: await client.categories() },
    { schema: listCurrencies.schema.response[200], answer: await client.currencies() },
    { schema: exportCatalog.schema.response[200], answer: await json(await client.export()) },
  ];
  for (const { schema, answer } of answers) t.equal(compileFaults(schema)(answer), undefined);
  t.equal(registered.name, weather.name);
});

t.test('a list knows its total, and its links lead through all pages', async (t) => {
  const names = ['a', 'b', 'c'];
  await Promise.all(names.map((name) => client.register({ ...weather, name, category: 'paged' }, { wait: 10 })));
  let page = await client.list({ category: 'paged', sortBy: 'name', limit: 1 });
  const seen = page.services.map(({ name }) => name);
  t.equal(page.total, 3);
  t.notOk(page.links.prev);
  while (page.links.next) {
    page = await client.page(page.links.next);
    seen.push(...page.services.map(({ name }) => name));
  }
  t.strictSame(seen, names);
  t.strictSame((await client.page(page.links.first ?? '')).services[0]?.name, 'a');
});

t.test("the links of one's own services lead on with the key", async (t) => {
  let page = await client.ownServices({ limit: 2 });
  const { total } = page;
  const seen = page.services.map(({ id }) => id);
  while (page.links.next) {
    page = await client.page(page.links.next);
    seen.push(...page.services.map(({ id }) => id));
  }
  t.equal(seen.length, total);
  t.strictSame(seen, [...seen].sort().reverse(), 'newest first');
  t.match(await failure(client.ownServices({}, { key: 'wrong' })), { status: 401 });
});

t.test('an account says where it is told of changes of status', async (t) => {
  const url = 'https://owner.example.com/hook';
  t.match(await client.setWebhook(url), { url, secret: /^whsec_/ });
  t.match(await client.webhook(), { url, pending: 0 });
  const { id } = await client.testWebhook();
  t.match(await failure(client.testWebhook()), { status: 429, retryAfter: Number });
  t.match(await client.webhookDeliveries({ limit: 1 }), [{ id, type: 'webhook.test' }]);
  await client.removeWebhook();
  t.match(await failure(client.webhook()), { status: 404 });
});

t.test('the same registration sent twice under one idempotency key is one service', async (t) => {
  const options = { idempotencyKey: 'once' };
  const first = await client.register({ ...weather, category: 'once' }, options);
  t.equal((await client.register({ ...weather, category: 'once' }, options)).id, first.id);
  t.match(await failure(client.register({ ...weather, category: 'twice' }, options)), { status: 409 });
  await client.remove(first.id);
  t.match(await failure(client.register({ ...weather, category: 'once' }, options)), {
    status: 410,
    code: 'registration_removed',
    id: first.id,
  });
});

t.test('a service can be changed and removed', async (t) => {
  const { id } = await client.register({ ...weather, category: 'kept' });
  const edited = await client.edit(id, { name: 'Another', pricing: { freeQuota: null } }, { wait: 10 });
  t.match(edited, { id, name: 'Another', category: 'kept' });
  t.match(await failure(client.edit(id, { name: 'x' }, { ifMatch: '"old"' })), { status: 412 });
  let etag = '';
  const onHeaders = (headers: Headers) => {
    etag = headers.get('etag') ?? '';
  };
  t.equal((await client.detail(id, { fresh: true, onHeaders })).name, 'Another');
  t.match(await client.edit(id, { name: 'Third' }, { ifMatch: etag, onHeaders }), { name: 'Third' });
  t.match(await client.edit(id, { name: 'Another' }, { ifMatch: etag }), { name: 'Another' });
  t.match(await failure(client.edit(id, { name: '' })), { code: 'validation_failed' });
  t.equal(await client.remove(id), undefined);
  t.match(await failure(client.detail(id)), { status: 410, code: 'service_removed' });
});

t.test('a refusal is an error with status, code and every fault', async (t) => {
  t.match(await failure(client.detail('nobody')), { status: 404, code: 'service_not_found' });
  t.match(await failure(client.register(weather, { key: 'wrong' })), { status: 401, code: 'unauthorized' });
  const bad = await failure(client.register({ ...weather, name: '', endpoint: 'nowhere' }));
  t.equal(bad.code, 'validation_failed');
  t.strictSame(bad.errors.map(({ path }) => path).sort(), ['endpoint', 'name']);
  t.ok(bad.requestId);
});

t.test('what a proxy answers in the place of the directory is an error with the same members', async (t) => {
  const proxy = createServer((_request, response) => {
    response.writeHead(502, { 'retry-after': '7' }).end('<h1>Bad gateway</h1>');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => proxy.close());
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const proxied = createClient({ baseUrl: `http://127.0.0.1:${port}` });
  t.match(await failure(proxied.list()), { status: 502, code: 'http_502', retryAfter: 7, errors: [] });
});

t.test('a call can be given up at any time', async (t) => {
  const controller = new AbortController();
  controller.abort();
  const { signal } = controller;
  const calls: Promise<unknown>[] = [
    client.list({}, { signal }),
    client.intent({ q: 'weather' }, { signal }),
    client.export({ signal }),
    client.register(weather, { signal }),
  ];
  for (const call of calls) await t.rejects(call, { name: 'AbortError' });
});
