import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeService, createKey } from '@shirube/catalog';
import type { TestDelivery, WebhookDelivery } from '@shirube/contracts';
import { registration, until } from '@shirube/testing';
import t from 'tap';
import { startDirectory } from './http/startDirectory.js';

t.test('an owner tests the webhook, and sees what it was told and what it did not take', async (t) => {
  const received: { type: string; id: string }[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = JSON.parse(Buffer.concat(chunks).toString());
    received.push({ type: event.type, id: String(request.headers['webhook-id']) });
    response.writeHead(event.type === 'webhook.test' ? 204 : 500).end();
  });
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void receiver.close());

  const { directory, client } = await startDirectory(t, { MONITOR_ALLOW_PRIVATE: 'true' });
  const path = '/api/account/webhook';
  const send = <Body>(method: string, below = '', body?: object, key = client.key) =>
    client.request<Body>(path + below, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
  const deliveries = async (query = '') => (await send<WebhookDelivery[]>('GET', `/deliveries${query}`)).body;

  await send('PUT', '', { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` });
  const { status, body: test } = await send<TestDelivery>('POST', '/test');
  t.equal(status, 202);
  await until(async () => (await deliveries())[0]?.deliveredAt, { message: 'the test does not arrive' });
  t.strictSame(received, [{ type: 'webhook.test', id: test.id }]);
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
