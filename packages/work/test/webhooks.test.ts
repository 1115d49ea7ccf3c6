import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  addTestDelivery,
  changeService,
  claimDeliveries,
  createKey,
  findWebhook,
  noteAttempt,
  registerService,
  removeWebhook,
  setWebhook,
} from '@shirube/catalog';
import { createGuardedRequest } from '@shirube/outbound';
import { createLogger, createMetrics } from '@shirube/service-kit';
import { registration, startProcess, until } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { startWebhooks } from '../dist/index.js';
import { notifyAccounts } from './notifyAccounts.js';

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** No answer at all. */
const never = 0;

/** A receiver that answers with each of `statuses` in turn, and with the last for good. */
async function startReceiver(t: Test, ...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    const status = statuses[received.length - 1] ?? statuses.at(-1) ?? 200;
    if (status !== never) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const database = await testCatalog(t);

const start = ({ allowPrivate = true, attempts = 3, seconds = 0.01 } = {}) =>
  notifyAccounts(database, { allowPrivate, retries: { attempts, seconds } });

/** An account with a service, and with its webhook. */
async function account(url: string, services = 1) {
  const { accountId } = await createKey(database, { name: 'owner', scopes: ['services:write'] });
  const ids: string[] = [];
  for (let i = 0; i < services; i++) {
    const result = await registerService(database, registration(), { accountId });
    if (result.outcome !== 'created') throw new Error(result.outcome);
    ids.push(result.service.id);
  }
  return { accountId, ids, id: ids[0] ?? '', webhook: await setWebhook(database, accountId, { url }) };
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
  const receiver = new Webhook(webhook.secret);
  for (const { headers, body } of received) {
    t.ok(receiver.verify(body, headers as Record<string, string>), 'any library of the standard accepts it');
    t.throws(() => receiver.verify(`${body} `, headers as Record<string, string>));
    t.equal(headers['webhook-id'], JSON.parse(body).id);
  }
  await until(async () => (await findWebhook(database, accountId))?.delivered === 2, {
    message: 'it was not noted',
  });
});

t.test('a delivery that is not accepted is sent again, and given up in the end', async (t) => {
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

t.test('events from a time without a sender are delivered later', async (t) => {
  const { received, url } = await startReceiver(t, 200);
  const { id } = await account(url);
  await changeService(database, id, { status: 'verified' });
  const webhooks = start();
  t.teardown(() => webhooks.close());
  await until(() => received.length === 1, { message: 'nobody was told' });
});

t.test('nothing is sent to a private address, nor after the webhook is removed', async (t) => {
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

t.test('a hundred changes at once are a hundred deliveries, however many receivers do not answer', async (t) => {
  const alive = await startReceiver(t, 200);
  const silent = await startReceiver(t, never);
  const dead = await Promise.all(Array.from({ length: 10 }, () => account(silent.url, 10)));
  const owner = await account(alive.url, 100);
  for (const { ids } of [...dead, owner])
    await Promise.all(ids.map((id) => changeService(database, id, { status: 'verified' })));
  const webhooks = start();
  t.teardown(() => webhooks.close());
  await until(() => alive.received.length === 100, { message: 'some were not told' });
  t.equal(new Set(alive.received.map(({ body }) => JSON.parse(body).service.id)).size, 100);
  for (const { accountId } of dead)
    t.match(await findWebhook(database, accountId), { delivered: 0 }, 'those who hang had not answered by then');
  for (const { accountId } of dead) await removeWebhook(database, accountId);
});

t.test('a corrected address is tried at once with the pending deliveries', async (t) => {
  const { received, url } = await startReceiver(t, 200);
  const broken = await startReceiver(t, 500);
  const { accountId, id } = await account(broken.url);
  const webhooks = start({ attempts: 3, seconds: 3_600 });
  t.teardown(() => webhooks.close());
  await changeService(database, id, { status: 'verified' });
  await until(async () => (await findWebhook(database, accountId))?.lastError === 'answered 500', {
    message: 'not tried',
  });
  await setWebhook(database, accountId, { url });
  await until(() => received.length === 1, { message: 'it waits for its next attempt' });
});

t.test('an attempt that was under way when the address was corrected does not delay the next', async (t) => {
  const { received, url } = await startReceiver(t, 200);
  const responses: ServerResponse[] = [];
  const slow = createServer((_, response) => responses.push(response));
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  t.teardown(() => slow.close());
  const { accountId, id } = await account(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`);
  const webhooks = start({ attempts: 2, seconds: 3_600 });
  t.teardown(() => webhooks.close());
  await changeService(database, id, { status: 'verified' });
  await until(() => responses.length === 1, { message: 'not tried' });
  await setWebhook(database, accountId, { url });
  responses[0]?.writeHead(500).end();
  await until(() => received.length === 1, { message: 'it waits as after any failure' });
  await until(async () => (await findWebhook(database, accountId))?.delivered === 1, {
    message: 'not taken',
  });
});

t.test('an address that is set again and again gets no more deliveries at once, and no more attempts', async (t) => {
  const { url } = await startReceiver(t, 200);
  const { accountId, ids } = await account(url, 10);
  const webhooks = start();
  for (const id of ids) await changeService(database, id, { status: 'verified' });
  await until(async () => (await findWebhook(database, accountId))?.delivered === 10, { message: 'not told' });
  await webhooks.close();
  await database.query(
    `update webhook_deliveries set delivered_at = null, attempts = 0, claimed_until = '-infinity', next_attempt_at = now()
      where account_id = $1`,
    [accountId],
  );
  const claim = async () =>
    (await claimDeliveries(database, 64)).filter((delivery) => delivery.accountId === accountId);
  const underWay = await claim();
  t.equal(underWay.length, 4, 'the share of an account');
  await setWebhook(database, accountId, { url });
  t.equal((await claim()).length, 0, 'they are still under way');
  for (const delivery of underWay) await noteAttempt(database, delivery, { error: 'no answer', retrySeconds: 3_600 });
  const again = await claim();
  t.strictSame(
    new Map(again.map(({ id, attempts }) => [id, attempts])),
    new Map(underWay.map(({ id }) => [id, 1])),
    'they are brought forward, and the attempts count',
  );
});

t.test('a webhook that is removed and set again gets no more deliveries at once', async (t) => {
  const webhooks = start();
  t.teardown(() => webhooks.close());
  const { url, received } = await startReceiver(t, never);
  const { accountId, ids } = await account(url, 4);
  for (const id of ids) await changeService(database, id, { status: 'verified' });
  await until(() => received.length === 4, { message: 'its share is not tried' });
  await removeWebhook(database, accountId);
  await setWebhook(database, accountId, { url });
  for (const id of ids) await changeService(database, id, { status: 'unverified' });
  const other = await startReceiver(t, 200);
  const { accountId: later, id } = await account(other.url);
  await changeService(database, id, { status: 'verified' });
  await until(async () => (await findWebhook(database, later))?.delivered === 1, { message: 'another is not told' });
  t.equal(received.length, 4, 'the attempts under way still count');
});

t.test('a webhook that is removed and set again can still be tested only once a minute', async (t) => {
  const { url } = await startReceiver(t, 200);
  const { accountId } = await account(url);
  t.match(await addTestDelivery(database, accountId), { outcome: 'added' });
  await removeWebhook(database, accountId);
  t.match(await addTestDelivery(database, accountId), { outcome: 'no_webhook' });
  await setWebhook(database, accountId, { url });
  t.match(await addTestDelivery(database, accountId), { outcome: 'too_soon' });
});

t.test('a delivery during which its process was killed is delivered once more', async (t) => {
  const { received, url } = await startReceiver(t, never, 200);
  const { accountId, id, webhook } = await account(url);
  const program = fileURLToPath(new URL('sender.js', import.meta.url));
  const doomed = await startProcess(t, process.execPath, [program], {
    env: { TEST_DATABASE_URL: database.url },
  });
  await changeService(database, id, { status: 'verified' });
  await until(() => received.length === 1, { message: 'not tried' });
  doomed.kill('SIGKILL');
  await doomed.exited;
  const webhooks = start();
  t.teardown(() => webhooks.close());
  // The minute after which its claim has run out.
  const { rowCount } = await database.query(
    'update webhook_deliveries set claimed_until = now() where account_id = $1 and claimed_until > now()',
    [accountId],
  );
  t.equal(rowCount, 1, 'it had claimed it');
  await until(async () => (await findWebhook(database, accountId))?.delivered === 1, {
    message: 'it is lost',
  });
  t.equal(received.length, 2);
  t.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1, 'by the same id');
  for (const { headers, body } of received)
    t.ok(new Webhook(webhook.secret).verify(body, headers as Record<string, string>));
});

t.test('an old secret in the alphabet of URLs is the same key as in that of base64', async (t) => {
  const { received, url } = await startReceiver(t, 200);
  const { accountId } = await account(url);
  const key = Buffer.from('fb'.repeat(32), 'hex');
  const old = `whsec_${key.toString('base64url')}`;
  await database.query('update webhooks set secret = $2 where account_id = $1', [accountId, old]);
  const webhooks = start();
  t.teardown(() => webhooks.close());
  t.match(await addTestDelivery(database, accountId), { outcome: 'added' });
  await until(() => received.length === 1, { message: 'nobody was told' });
  t.throws(() => new Webhook(old), 'libraries are strict');
  const receiver = new Webhook(`whsec_${key.toString('base64')}`);
  for (const { headers, body } of received)
    t.match(receiver.verify(body, headers as Record<string, string>), { type: 'webhook.test' });
});

t.test('deliveries that were dropped are a metric', async (t) => {
  const { url } = await startReceiver(t, 200);
  const { accountId } = await account(url);
  await database.query('update webhooks set dropped = 7 where account_id = $1', [accountId]);
  const metrics = createMetrics();
  const request = createGuardedRequest({ isAllowedPort: () => true });
  const webhooks = startWebhooks({ database, request, metrics, log: createLogger('test', 'silent') });
  t.teardown(() => webhooks.close());
  t.match(await metrics.metrics(), /^shirube_webhook_dropped 7$/m);
});
