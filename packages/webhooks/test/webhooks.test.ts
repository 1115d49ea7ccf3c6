import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  changeService,
  createKey,
  findWebhook,
  migrate,
  openDatabase,
  registerService,
  removeWebhook,
  setWebhook,
} from '@shirube/catalog';
import { createGuardedRequest } from '@shirube/outbound';
import { createLogger, createMetrics } from '@shirube/service-kit';
import { registration, testDatabaseUrl, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { startWebhooks } from '../dist/index.js';

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** A receiver that answers with each of `statuses` in turn, and with the last for good. */
async function startReceiver(t: Test, ...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(statuses[received.length - 1] ?? statuses.at(-1) ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const databaseUrl = await testDatabaseUrl(t);
const database = openDatabase(databaseUrl, { onError: () => {} });
t.teardown(() => database.end());
await migrate(database);

function start({ allowPrivate = true } = {}) {
  return startWebhooks({
    database,
    databaseUrl,
    log: createLogger('test', 'silent'),
    metrics: createMetrics(),
    request: createGuardedRequest({ allowPrivate, isAllowedPort: () => true }),
    retries: { attempts: 3, delay: 10 },
  });
}

/** An account with a service, and with its webhook. */
async function account(url: string) {
  const { accountId } = await createKey(database, { name: 'owner', scopes: ['services:write'] });
  const result = await registerService(database, registration(), { accountId });
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return { accountId, id: result.service.id, webhook: await setWebhook(database, accountId, url) };
}

t.test('an account is told of changes of status, signed, in their order', async (t) => {
  const { received, url } = await startReceiver(t, 200);
  const { accountId, id, webhook } = await account(url);
  const webhooks = start();
  t.teardown(() => webhooks.close());
  await changeService(database, id, { status: 'verified' });
  await changeService(database, id, { trustScore: 50 });
  await changeService(database, id, { status: 'inactive' });
  await until(() => received.length === 2, { message: 'nobody was told' });
  const [first, second] = received.map(({ body }) => JSON.parse(body));
  t.match(first, {
    type: 'service.status',
    service: { id },
    from: 'unverified',
    to: 'verified',
    reason: 'operator',
  });
  t.match(second, { from: 'verified', to: 'inactive' });
  for (const { headers, body } of received) {
    const [, seconds = '', digest = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['shirube-signature'])) ?? [];
    t.equal(createHmac('sha256', webhook.secret).update(`${seconds}.${body}`).digest('hex'), digest);
    t.equal(headers['shirube-delivery'], JSON.parse(body).id);
  }
  await until(async () => (await findWebhook(database, accountId))?.delivered === 2, {
    message: 'it was not noted',
  });
});

t.test('what is not taken is sent again, and given up in the end', async (t) => {
  const flaky = await startReceiver(t, 500, 302, 204);
  const broken = await startReceiver(t, 500);
  const [patient, hopeless] = [await account(flaky.url), await account(broken.url)];
  const webhooks = start();
  t.teardown(() => webhooks.close());
  await changeService(database, patient.id, { status: 'verified' });
  await changeService(database, hopeless.id, { status: 'verified' });
  await until(async () => (await findWebhook(database, patient.accountId))?.delivered === 1, {
    message: 'not taken',
  });
  t.equal(flaky.received.length, 3);
  await until(async () => (await findWebhook(database, hopeless.accountId))?.failed === 1, {
    message: 'not given up',
  });
  t.equal(broken.received.length, 3);
  t.match(await findWebhook(database, hopeless.accountId), { pending: 0, lastError: 'answered 500' });
});

t.test('what happened while nobody was there to tell it is told later', async (t) => {
  const { received, url } = await startReceiver(t, 200);
  const { id } = await account(url);
  await changeService(database, id, { status: 'verified' });
  await database.query("update webhook_deliveries set created_at = now() - interval '1 hour'");
  const webhooks = start();
  t.teardown(() => webhooks.close());
  await until(() => received.length === 1, { message: 'nobody was told' });
});

t.test('nothing is sent to what is not public, nor after the webhook is gone', async (t) => {
  const { received, url } = await startReceiver(t, 200);
  const { accountId, id } = await account(url);
  const webhooks = start({ allowPrivate: false });
  t.teardown(() => webhooks.close());
  await changeService(database, id, { status: 'verified' });
  await until(async () => (await findWebhook(database, accountId))?.failed === 1, {
    message: 'not given up',
  });
  t.match((await findWebhook(database, accountId))?.lastError, /refused/);
  t.ok(await removeWebhook(database, accountId));
  t.notOk(await removeWebhook(database, accountId));
  await changeService(database, id, { status: 'inactive' });
  t.equal(await findWebhook(database, accountId), undefined);
  t.equal(received.length, 0);
});
