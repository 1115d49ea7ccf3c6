import { fileURLToPath } from 'node:url';
import { freePort } from '@shirube/local-postgres';
import { createMeilisearchReader } from '@shirube/search';
import { catalogUrl, meilisearch, startProcess, startRedis, until } from '@shirube/testing';
import { Redis } from 'ioredis';
import t, { type Test } from 'tap';
import { steadyRegistration } from './steadyLoad.js';

const server = (service: string) =>
  fileURLToPath(new URL(`../../../../services/${service}/dist/server.js`, import.meta.url));

/** The messages of a log of JSON lines. */
const messages = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line).msg);

async function service(t: Test, name: string, env: Record<string, string>) {
  const bare = { DATABASE_READ_URL: undefined, REDIS_URL: undefined, MEILI_API_KEY: undefined };
  return startProcess(t, process.execPath, [server(name)], {
    env: { ...bare, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env },
  });
}

const services = ['write-api', 'read-api', 'indexer'];

t.test('a wrong password of Postgres ends every service with one sentence', async (t) => {
  const address = new URL(await catalogUrl(t));
  address.password = 'not-the-password';
  for (const name of services) {
    const wrong = await service(t, name, { DATABASE_URL: address.href, MEILI_URL: 'http://127.0.0.1:1' });
    t.match(await wrong.exited, { code: 1 }, name);
    const lines = messages(wrong.output()).filter((message) => /Postgres/.test(message));
    t.equal(lines.length, 1, name);
    t.match(lines[0], /cannot be used: password authentication failed for user "postgres"/);
    t.notMatch(wrong.output(), 'not-the-password', 'which does not show the password');
    t.notMatch(wrong.output(), /\n\s+at /, 'without a stack');
  }
});

const withoutStack = /\n\s+at |"stack":|\\n\s+at /;

t.test('a wrong password of Redis is one sentence in the logs, and services work without the queue', async (t) => {
  const redis = await startRedis(t);
  const engine = await meilisearch(t);
  if (!redis || !engine) return;
  const admin = new Redis(redis.url);
  await admin.config('SET', 'requirepass', 'the-password');
  admin.disconnect();
  const address = new URL(redis.url);
  address.password = 'not-the-password';
  const env = {
    DATABASE_URL: await catalogUrl(t),
    REDIS_URL: address.href,
    MEILI_URL: engine.url,
    MEILI_API_KEY: engine.apiKey,
    BOOTSTRAP_API_KEY: 'a-key-for-this-test-only',
  };
  const begun = performance.now();
  const writeApi = await service(t, 'write-api', env);
  const [, url] = await writeApi.waitForOutput(/listening on (http:[^"]+)/);
  const indexer = await service(t, 'indexer', env);
  await indexer.waitForOutput(/"msg":"ready"/);
  const response = await fetch(`${url}/api/services`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.BOOTSTRAP_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(steadyRegistration('unheard')),
  });
  t.equal(response.status, 201, 'registering does without it');
  const reader = createMeilisearchReader({ ...engine, limits: { deadline: 20_000 } });
  t.teardown(() => reader.close());
  const isFound = async () => (await reader.search({ text: 'unheard', filter: {}, offset: 0, limit: 1 })).total === 1;
  await until(isFound, { message: 'it is not indexed without the queue' });
  for (const [name, started] of Object.entries({ writeApi, indexer })) {
    const lines = messages(started.output()).filter((message) => /queue/.test(message));
    for (const sentence of lines)
      t.match(sentence, /^the index queue cannot be used: WRONGPASS invalid username-password pair/, name);
    // The message is repeated every 30 s, and a busy machine may need longer than that for this test.
    const times = 1 + Math.floor((performance.now() - begun) / 30_000);
    t.ok(lines.length >= 1 && lines.length <= times, `${name} says it once, not ${lines.length} times`);
    t.notMatch(started.output(), 'not-the-password', 'and does not show the password');
    t.notMatch(started.output(), withoutStack, 'without a stack');
  }
});

t.test('a wrong key of Meilisearch is one sentence in the logs of indexer and read API, which wait', async (t) => {
  const engine = await meilisearch(t);
  if (!engine) return;
  const env = {
    DATABASE_URL: await catalogUrl(t),
    MEILI_URL: engine.url,
    MEILI_API_KEY: 'not-the-key',
    BOOTSTRAP_API_KEY: 'a-key-for-this-test-only',
  };
  const writeApi = await service(t, 'write-api', env);
  await writeApi.waitForOutput(/listening on/);
  const needing = {
    indexer: /^the search index cannot be used: Meilisearch refuses the API key: /,
    'read-api': /^the search engine cannot be used: Meilisearch refuses the API key: /,
  };
  for (const [name, sentence] of Object.entries(needing)) {
    const wrong = await service(t, name, env);
    await wrong.waitForOutput(/refuses the API key/);
    const [, url] = await wrong.waitForOutput(/(?:listening|health and metrics) on (http:[^"]+)/);
    const ready = await fetch(`${url}/ready`);
    t.match({ status: ready.status, text: await ready.text() }, { status: 503, text: '"search":"down"' });
    const lines = messages(wrong.output()).filter((message) => /Meilisearch refuses/.test(message));
    t.match(lines, [sentence], name);
    t.equal(lines.length, 1, `${name} says it once`);
    t.notMatch(wrong.output(), 'not-the-key', 'and does not show the key');
    t.notMatch(wrong.output(), withoutStack, 'without a stack');
    wrong.kill('SIGTERM');
    t.match(await wrong.exited, { code: 0 }, `${name} can be stopped meanwhile`);
  }
});

t.test('every service waits for a Postgres that cannot be reached, and says so in one sentence', async (t) => {
  const nobody = `postgres://u:secret-word@127.0.0.1:${await freePort()}/none`;
  for (const name of services) {
    const waiting = await service(t, name, { DATABASE_URL: nobody, MEILI_URL: 'http://127.0.0.1:1' });
    await waiting.waitForOutput(/waiting for .*Postgres at postgres:\/\/127\.0\.0\.1:\d+\/none: .*ECONNREFUSED/);
    waiting.kill('SIGTERM');
    t.match(await waiting.exited, { code: 0 }, `${name} can be stopped meanwhile`);
    t.notMatch(waiting.output(), 'secret-word');
    t.notMatch(waiting.output(), /\n\s+at /, 'without a stack');
  }
});

t.test('a missing variable ends every service with one sentence', async (t) => {
  for (const name of services) {
    const wrong = await service(t, name, { DATABASE_URL: '', MEILI_URL: '' });
    t.match(await wrong.exited, { code: 1 }, name);
    t.match(messages(wrong.output()), [/^DATABASE_URL is not set\. Expected: Postgres/]);
  }
});
