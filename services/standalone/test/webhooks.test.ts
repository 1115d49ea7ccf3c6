import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeService, createKey } from '@shirube/catalog';
import type { Problem, TestDelivery, WebhookDelivery } from '@shirube/contracts';
import { type DirectoryClient, registration, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { startDirectory } from './http/startDirectory.js';

interface Event {
  id: string;
  type: string;
  change?: string;
  service?: { id: string; name: string };
}

/** Starts a receiver of webhooks that responds with the status from `statusOf`. */
async function startReceiver(t: Test, statusOf: (event: Event) => number = () => 204) {
  const received: Event[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = JSON.parse(Buffer.concat(chunks).toString());
    received.push({ ...event, id: String(request.headers['webhook-id']) });
    response.writeHead(statusOf(event)).end();
  });
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void receiver.close());
  return { received, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` };
}

/** Returns a function that sends requests to the webhook routes of an account, or to `path`. */
const sender =
  (client: DirectoryClient, path = '/api/account/webhook') =>
  <Body>(method: string, below = '', body?: object, key = client.key) =>
    client.request<Body>(path + below, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });

const { directory, client } = await startDirectory(t, { MONITOR_ALLOW_PRIVATE: 'true' });

t.test('an owner tests the webhook, and lists deliveries that it accepted and that it refused', async (t) => {
  const { received, url } = await startReceiver(t, ({ type }) => (type === 'webhook.test' ? 204 : 500));
  const send = sender(client);
  const deliveries = async (query = '') => (await send<WebhookDelivery[]>('GET', `/deliveries${query}`)).body;

  await send('PUT', '', { url });
  const { status, body: test } = await send<TestDelivery>('POST', '/test');
  t.equal(status, 202);
  await until(async () => (await deliveries())[0]?.deliveredAt, { message: 'the test does not arrive' });
  t.match(received, [{ type: 'webhook.test', id: test.id }]);
  t.equal(received.length, 1);
  const [tested] = await deliveries();
  t.match(tested, { id: test.id, type: 'webhook.test', attempts: 1 });
  for (const absent of ['serviceId', 'failedAt', 'nextAttemptAt', 'lastError'])
    t.notOk(absent in (tested ?? {}), absent);

  const { body: service } = await client.post(registration());
  await changeService(directory.database, service.id, { status: 'verified' });
  await until(async () => (await deliveries())[0]?.lastError, { message: 'the change is not told' });
  const [refused, ...older] = await deliveries();
  t.match(refused, {
    type: 'service.status',
    serviceId: service.id,
    lastError: 'answered 500',
    attemptedAt: /Z$/,
    nextAttemptAt: /Z$/,
  });
  t.notOk('deliveredAt' in (refused ?? {}));
  t.strictSame(older, [tested], 'newest first');
  t.equal((await deliveries('?limit=1')).length, 1);
  const other = await createKey(directory.database, { name: 'other', scopes: ['services:write'] });
  t.strictSame((await send('GET', '/deliveries', undefined, other.key)).body, [], 'others see nothing of it');
});

t.test('a webhook is called for new and changed services that the saved search finds, and for no others', async (t) => {
  const { received, url } = await startReceiver(t);
  const { key } = await createKey(directory.database, { name: 'Seeker', scopes: ['services:write'] });
  const set = (search: object) => sender(client)<Problem>('PUT', '', { url, search }, key);
  const search = { query: '天気', category: ['clouds', 'skies'], chain: 'base', maxPricePerRequest: '0.02' };
  t.match(await set(search), { status: 200, body: { search } });
  t.match((await sender(client)('GET', '', undefined, key)).body, { search });

  const register = async (name: string, price: string, category = 'clouds') => {
    const pricing = { currency: 'USDC', pricePerRequest: price };
    return (await client.post(registration({ name, description: 'For your plans', category, pricing }))).body.id;
  };
  await register('Tokyo weather', '0.03');
  await register('Tokyo weather', '0.01', 'travel');
  const partly = await register('Tokyo maps', '0.01');
  const found = await register('Tokyo weather', '0.01');
  const toldOf = () => received.map(({ type, change, service }) => [type, change, service?.id]);
  await until(() => received.length > 0, { message: 'nobody was told of the new one' });
  t.strictSame(toldOf(), [['service.match', 'created', found]], 'a Japanese word finds it, and all filters count');

  await changeService(directory.database, found, { trustScore: 40 });
  await sender(client, '/api/services/')('PATCH', partly, { name: 'Tokyo weather maps' });
  await until(() => received.length > 1, { message: 'nobody was told of the one that changed into the search' });
  await changeService(directory.database, found, { status: 'verified' });
  await until(() => received.length > 2, { message: 'nobody was told of the status' });
  t.strictSame(toldOf().slice(1), [
    ['service.match', 'updated', partly],
    ['service.match', 'status', found],
  ]);

  await set({ minTrust: 50 });
  for (const trustScore of [60, 70]) await changeService(directory.database, partly, { trustScore });
  const last = await register('Another', '1');
  await changeService(directory.database, last, { trustScore: 90 });
  await until(() => received.length > 3, { message: 'nobody was told of the trust' });
  const [event, ...more] = received.slice(3);
  t.equal(event?.service?.id, last, 'trust alone is told only of a service that was not told of yet');
  t.strictSame(more, []);

  t.match(await set({}), { status: 400, body: { errors: [{ path: 'search' }] } });
  const wrong = { category: 'No Such', minTrust: 500 };
  t.match(await set(wrong), { body: { errors: [{ path: 'search.category' }, { path: 'search.minTrust' }] } });
});
