import { getEventListeners, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { compileFaults, routes } from '@shirube/contracts';
import { registration, startDirectory, switchableAddress, until } from '@shirube/testing';
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
const registered = await client.registerService(weather, { wait: 10 });

const failure = async (call: Promise<unknown>): Promise<ProblemError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProblemError) return error;
  throw new Error('not refused with a problem', { cause: error });
};

t.test('every method returns what the schema of its route describes', async (t) => {
  const answers = [
    { schema: routes.registerService.schema.response[201], answer: registered },
    { schema: routes.listServices.schema.response[200], answer: (await client.listServices()).services },
    { schema: routes.getServiceTrust.schema.response[200], answer: await client.getServiceTrust(registered.id) },
    {
      schema: routes.getCheckHistory.schema.response[200],
      answer: await client.getCheckHistory(registered.id, { window: '7d' }),
    },
    { schema: routes.getServiceHistory.schema.response[200], answer: await client.getServiceHistory(registered.id) },
    { schema: routes.listChanges.schema.response[200], answer: await client.listChanges({ limit: 1 }) },
    { schema: routes.listAccountServices.schema.response[200], answer: (await client.listAccountServices()).services },
    { schema: routes.getService.schema.response[200], answer: await client.getService(registered.id) },
    { schema: routes.getServiceStatus.schema.response[200], answer: await client.getServiceStatus(registered.id) },
    { schema: routes.searchCatalog.schema.response[200], answer: await client.searchCatalog({ q: 'weather' }) },
    { schema: routes.searchIntent.schema.response[200], answer: await client.searchIntent({ q: '天気を知りたい' }) },
    { schema: routes.listCategories.schema.response[200], answer: await client.listCategories() },
    { schema: routes.listCurrencies.schema.response[200], answer: await client.listCurrencies() },
    { schema: routes.exportCatalog.schema.response[200], answer: await json(await client.exportCatalog()) },
  ];
  for (const { schema, answer } of answers) t.equal(compileFaults(schema)(answer), undefined);
  t.equal(registered.name, weather.name);
});

t.test('a list has its total, and its links lead through all pages', async (t) => {
  const names = ['a', 'b', 'c'];
  await Promise.all(names.map((name) => client.registerService({ ...weather, name, category: 'paged' }, { wait: 10 })));
  const list = () => client.listServices({ category: 'paged', sortBy: 'name', limit: 1 });
  await until(async () => (await list()).total === 3, { message: 'they are not all searchable' });
  let page = await list();
  const listedNames = page.services.map(({ name }) => name);
  t.notOk(page.links.prev);
  while (page.links.next) {
    page = await client.page(page.links.next);
    listedNames.push(...page.services.map(({ name }) => name));
  }
  t.strictSame(listedNames, names);
  t.strictSame((await client.page(page.links.first ?? '')).services[0]?.name, 'a');
});

t.test('the links of the services of an account are followed with the key', async (t) => {
  let page = await client.listAccountServices({ limit: 2 });
  const { total } = page;
  const ids = page.services.map(({ id }) => id);
  while (page.links.next) {
    page = await client.page(page.links.next);
    ids.push(...page.services.map(({ id }) => id));
  }
  t.equal(ids.length, total);
  t.strictSame(ids, [...ids].sort().reverse(), 'newest first');
  t.match(await failure(client.listAccountServices({}, { key: 'wrong' })), { status: 401 });
});

t.test('an account sets, reads, tests and removes its webhook', async (t) => {
  const url = 'https://owner.example.com/hook';
  const search = { category: 'weather' };
  t.match(await client.setWebhook({ url, search }), { url, search, secret: /^whsec_/ });
  t.match(await client.getWebhook(), { url, pending: 0 });
  const { id } = await client.testWebhook();
  t.match(await failure(client.testWebhook()), { status: 429, retryAfter: Number });
  t.match(await client.listWebhookDeliveries({ limit: 1 }), [{ id, type: 'webhook.test' }]);
  await client.removeWebhook();
  t.match(await failure(client.getWebhook()), { status: 404 });
});

t.test('the same registration sent twice under one idempotency key is one service', async (t) => {
  const options = { idempotencyKey: 'once' };
  const first = await client.registerService({ ...weather, category: 'once' }, options);
  t.equal((await client.registerService({ ...weather, category: 'once' }, options)).id, first.id);
  await client.removeService(first.id);
  t.match(await failure(client.registerService({ ...weather, category: 'once' }, options)), {
    status: 410,
    code: 'registration_removed',
    id: first.id,
  });
});

t.test('a service can be changed and removed', async (t) => {
  const { id } = await client.registerService({ ...weather, category: 'kept' });
  const edited = await client.editService(id, { name: 'Another', pricing: { freeQuota: null } }, { wait: 10 });
  t.match(edited, { id, name: 'Another', category: 'kept' });
  t.match(await failure(client.editService(id, { name: 'x' }, { ifMatch: '"old"' })), { status: 412 });
  let etag = '';
  const onHeaders = (headers: Headers) => {
    etag = headers.get('etag') ?? '';
  };
  t.equal((await client.getService(id, { fresh: true, onHeaders })).name, 'Another');
  t.match(await client.editService(id, { name: 'Third' }, { ifMatch: etag, onHeaders }), { name: 'Third' });
  t.match(await client.editService(id, { name: 'Another' }, { ifMatch: etag }), { name: 'Another' });
  t.equal(await client.removeService(id), undefined);
  t.match(await failure(client.getService(id)), { status: 410, code: 'service_removed' });
});

t.test('a refusal is an error with status, code and every fault', async (t) => {
  t.match(await failure(client.getService('nobody')), { status: 404, code: 'service_not_found' });
  t.match(await failure(client.registerService(weather, { key: 'wrong' })), { status: 401, code: 'unauthorized' });
  const bad = await failure(client.registerService({ ...weather, name: '', endpoint: 'nowhere' }));
  t.equal(bad.code, 'validation_failed');
  t.strictSame(bad.errors.map(({ path }) => path).sort(), ['endpoint', 'name']);
  t.ok(bad.requestId);
});

t.test('the methods of the client are named after the operations of the API', async (t) => {
  const document = new URL('../../../docs/openapi.json', import.meta.url);
  const { paths } = JSON.parse(await readFile(document, 'utf8'));
  const operations = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId }) => operationId ?? []),
  );
  // Beside the operations: any route of operators, any page that a link names, and the changes as events.
  t.strictSame(Object.keys(client).sort(), [...operations, 'admin', 'followChanges', 'page'].sort());
});

t.test('a follower of changes misses nothing when its connection breaks, and ends when it is aborted', async (t) => {
  const address = await switchableAddress(t, directory.url);
  await address.on();
  const follower = createClient({ baseUrl: address.url });
  const controller = new AbortController();
  const events: { name: string | undefined; cursor: string }[] = [];
  const following = (async () => {
    const changes = follower.followChanges({ since: 'now', category: 'followed' }, { signal: controller.signal });
    for await (const { change, cursor } of changes) events.push({ name: change.service?.name, cursor });
  })();
  const names = () => events.map(({ name }) => name);
  const register = (name: string) => client.registerService({ ...weather, name, category: 'followed' });
  // Where the follower starts is known once its first change is there.
  let sent = 0;
  const waitForName = (name: string) => until(() => names().includes(name), { message: `${name} is not heard` });
  await until(
    async () => {
      sent += 1;
      await register(`start ${sent}`);
      return events.length > 0;
    },
    { message: 'nothing is heard' },
  );
  await waitForName(`start ${sent}`);
  const before = events.length;
  const listeners = getEventListeners(controller.signal, 'abort').length;
  await address.off();
  await register('while it was away');
  await address.on();
  await waitForName('while it was away');
  await register('afterwards');
  await waitForName('afterwards');
  t.strictSame(names().slice(before), ['while it was away', 'afterwards'], 'each once, in order');

  // A follower may run for years with one signal.
  const { signal } = controller;
  const dependants = Object.getOwnPropertySymbols(signal).filter(
    (symbol) => symbol.description === 'kDependantSignals',
  );
  t.same(
    dependants.filter((symbol) => Reflect.get(signal, symbol)?.size),
    [],
    'nothing is left of connections that have ended',
  );
  t.ok(getEventListeners(signal, 'abort').length <= listeners);
  controller.abort();
  await following;
  const [first] = events;
  const again = client.followChanges({ since: first?.cursor ?? '', category: 'followed' });
  t.match((await again.next()).value, { change: { service: { name: names()[1] } } }, 'a cursor leads on');
  await again.return();
  await t.rejects(client.followChanges({ since: 'nonsense' }).next(), { name: 'ProblemError', status: 400 });
});

t.test('the response of a proxy, which is no problem document, is an error with the same members', async (t) => {
  const proxy = createServer((_request, response) => {
    response.writeHead(502, { 'retry-after': '7' }).end('<h1>Bad gateway</h1>');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => proxy.close());
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const proxied = createClient({ baseUrl: `http://127.0.0.1:${port}` });
  t.match(await failure(proxied.listServices()), {
    status: 502,
    code: 'http_502',
    retryAfter: 7,
    errors: { length: 0 },
  });
});

t.test('a call with an aborted signal is rejected', async (t) => {
  const controller = new AbortController();
  controller.abort();
  const { signal } = controller;
  const calls: Promise<unknown>[] = [
    client.listServices({}, { signal }),
    client.searchIntent({ q: 'weather' }, { signal }),
    client.exportCatalog({}, { signal }),
    client.registerService(weather, { signal }),
  ];
  for (const call of calls) await t.rejects(call, { name: 'AbortError' });
});
