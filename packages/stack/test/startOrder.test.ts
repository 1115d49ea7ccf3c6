import { fileURLToPath } from 'node:url';
import { freePort } from '@shirube/local-postgres';
import { startProcess, testDatabaseUrl, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { missingPrograms, startStack } from '../src/index.js';

t.setTimeout(240_000);

const server = (service: string) =>
  fileURLToPath(new URL(`../../../services/${service}/dist/server.js`, import.meta.url));

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

t.test(
  'services that start before their parts say what they wait for, and work once it is there',
  async (t) => {
    const missing = await missingPrograms();
    if (missing.length > 0) return t.pass('stack', { skip: `${missing.join(', ')} not on PATH` });
    const stack = await startStack();
    t.teardown(() => stack.close());
    const [readApi] = stack.readApis;
    const [indexer] = stack.indexers;
    if (!readApi || !indexer) throw new Error('the stack is not complete');
    const all = [stack.writeApi, readApi, indexer];
    await Promise.all([stack.redis.stop(), stack.meilisearch.stop(), ...all.map((part) => part.stop())]);
    await stack.postgres.stop();
    const earlier = new Map<string, number>();
    for (const part of all) earlier.set(part.name, (await part.output()).length);
    const newMessages = async (part: (typeof all)[number]) =>
      messages((await part.output()).slice(earlier.get(part.name)));
    const says = (part: (typeof all)[number], pattern: RegExp) =>
      until(async () => (await newMessages(part)).find((message) => pattern.test(message)), {
        message: `${part.name} does not say ${pattern}`,
        timeout: 30_000,
      });

    await Promise.all(all.map((part) => part.launch()));
    for (const part of all) {
      t.match(await says(part, /^waiting for .*Postgres at postgres:/), /ECONNREFUSED/, part.name);
    }
    await stack.postgres.start();
    t.match(await says(indexer, /^the search index cannot be used/), /Meilisearch cannot be reached/);
    t.match(await says(stack.writeApi, /^the index queue cannot be used/), /ECONNREFUSED/);
    t.equal((await fetch(`${indexer.url}/live`)).status, 200, 'it is alive meanwhile');
    t.equal((await fetch(`${indexer.url}/ready`)).status, 503, 'and not ready');
    await stack.redis.start();
    await stack.meilisearch.start();
    await Promise.all([...all.map((part) => part.ready()), stack.gateway.ready()]);
    for (const part of all) {
      const said = await newMessages(part);
      t.notMatch(said.join('\n'), /\n\s+at /, `${part.name} without a stack`);
      t.ok(said.length < 20, `${part.name} does not repeat itself: ${said.length} lines`);
    }
  },
);

t.test('a wrong password of Postgres ends every service with one sentence', async (t) => {
  const address = new URL(await testDatabaseUrl(t));
  address.password = 'not-the-password';
  for (const name of services) {
    const wrong = await service(t, name, { DATABASE_URL: address.href, MEILI_URL: 'http://127.0.0.1:1' });
    t.match(await wrong.exited, { code: 1 }, name);
    const said = messages(wrong.output()).filter((message) => /Postgres/.test(message));
    t.equal(said.length, 1, name);
    t.match(said[0], /cannot be used: password authentication failed for user "postgres"/);
    t.notMatch(wrong.output(), 'not-the-password', 'which does not show the password');
    t.notMatch(wrong.output(), /\n\s+at /, 'without a stack');
  }
});

t.test('a host that cannot be reached is waited for, with one sentence', async (t) => {
  const nobody = `postgres://u:secret-word@127.0.0.1:${await freePort()}/none`;
  for (const name of services) {
    const waiting = await service(t, name, { DATABASE_URL: nobody, MEILI_URL: 'http://127.0.0.1:1' });
    await waiting.waitForOutput(
      /waiting for .*Postgres at postgres:\/\/127\.0\.0\.1:\d+\/none: .*ECONNREFUSED/,
    );
    waiting.kill('SIGTERM');
    t.match(await waiting.exited, { code: 0 }, `${name} can be stopped meanwhile`);
    t.notMatch(waiting.output(), 'secret-word');
    t.notMatch(waiting.output(), /\n\s+at /, 'without a stack');
  }
});

t.test('a variable that is missing is one sentence', async (t) => {
  for (const name of services) {
    const wrong = await service(t, name, { DATABASE_URL: '', MEILI_URL: '' });
    t.match(await wrong.exited, { code: 1 }, name);
    t.match(messages(wrong.output()), [/^DATABASE_URL is not set\. Expected: Postgres/]);
  }
});
