import type { Problem } from '@shirube/contracts';
import { type DirectoryClient, redisUrl, startRedis, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { startWriteApi } from './writeApi.js';

const page = '/admin/queues';
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

/** Waits until the page shows the queue: the first request opens it, with a deadline that a busy machine may miss. */
async function opens(directory: DirectoryClient, adminKey: string): Promise<void> {
  const isOpen = async () => (await directory.get(`${page}/api/queues`, basic('', adminKey))).status === 200;
  await until(isOpen, { message: 'the page does not show the queue' });
}

/** Tests what the page shows, and to whom. */
async function queuePage(t: Test, directory: DirectoryClient, adminKey: string): Promise<void> {
  await opens(directory, adminKey);
  await t.test('the queue page asks for an admin key, and shows nothing without one', async (t) => {
    const refused: Record<string, string>[] = [
      {},
      basic('admin', 'wrong'),
      basic('admin', directory.key),
      basic('', ''),
      { authorization: `Bearer ${directory.key}` },
      { authorization: 'Basic !!!' },
    ];
    const html = await directory.get(`${page}/`, basic('', adminKey));
    const script = /src="(static\/js\/[^"]+)"/.exec(html.text)?.[1] ?? '';
    t.equal((await directory.get(`${page}/${script}`, basic('', adminKey))).status, 200);
    for (const headers of refused) {
      for (const path of [page, `${page}/`, `${page}/${script}`, `${page}/api/queues`]) {
        const answer = await directory.get<Problem>(path, headers);
        t.equal(answer.status, 401, `${path} ${headers.authorization ?? ''}`);
        t.equal(answer.body.code, 'unauthorized');
        t.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/);
        t.equal(answer.headers.get('cache-control'), 'no-store');
      }
    }
  });

  await t.test('an admin key opens the queue page, typed into a browser or sent by a program', async (t) => {
    const ways: Record<string, string>[] = [
      basic('anybody', adminKey),
      basic(adminKey, ''),
      { authorization: `Bearer ${adminKey}` },
    ];
    for (const headers of ways) {
      const html = await directory.get(`${page}/`, headers);
      t.equal(html.status, 200);
      t.match(html.headers.get('content-type') ?? '', /^text\/html/);
      t.equal(html.headers.get('cache-control'), 'no-store');
      t.match(html.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self';/);
      const { status, body } = await directory.get<{ queues: { name: string; readOnlyMode: boolean }[] }>(
        `${page}/api/queues?activeQueue=index-service&status=latest&page=1&jobsPerPage=10`,
        headers,
      );
      t.equal(status, 200);
      t.match(body.queues, [{ name: 'index-service', readOnlyMode: true }]);
    }
  });

  await t.test('nothing can be changed through the queue page', async (t) => {
    for (const action of ['pause', 'empty', 'obliterate', 'promote', 'retry/failed']) {
      const { status } = await directory.request(`${page}/api/queues/index-service/${action}`, {
        method: 'PUT',
        headers: basic('', adminKey),
      });
      t.ok([404, 405].includes(status), `${action}: ${status}`);
    }
  });
}

t.test('the queue page shows a queue in Postgres', async (t) => {
  const { client, adminKey } = await startWriteApi(t);
  await queuePage(t, client, adminKey);
});

t.test('the queue page shows a queue in Redis', async (t) => {
  const url = await redisUrl(t);
  if (!url) return;
  const { client, adminKey } = await startWriteApi(t, { environment: { REDIS_URL: url } });
  await queuePage(t, client, adminKey);
});

t.test('the queue page is a 503 while Redis is away, and works again afterwards', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const { client, adminKey } = await startWriteApi(t, { environment: { REDIS_URL: redis.url } });
  await opens(client, adminKey);
  await redis.stop();
  const { status, body, text } = await client.get<{ code?: string }>(`${page}/api/queues`, basic('', adminKey));
  t.equal(status, 503);
  t.equal(body.code, 'queue_unavailable');
  t.notMatch(text, /127\.0\.0\.1|ECONN|at /, 'without addresses or a stack');
  await redis.restart();
  await opens(client, adminKey);
});
