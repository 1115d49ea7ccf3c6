import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import t from 'tap';
import {
  isRunning,
  meilisearch,
  redisUrl,
  startMeilisearch,
  startProcess,
  startRedis,
  temporaryDirectory,
  testDatabaseUrl,
  until,
} from '../dist/index.js';

/** Whether somebody listens at the address. */
const answers = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(socket.destroy() && true)).once('error', () => resolve(false));
  });

t.test('until returns the first truthy value', async (t) => {
  let calls = 0;
  t.equal(await until(() => ++calls === 3 && 'third', { message: 'third call' }), 'third');
});

t.test('until fails with its message and the last error', async (t) => {
  const never = until(() => Promise.reject(new Error('not there')), {
    message: 'The thing came',
    timeout: 30,
  });
  await t.rejects(never, { message: 'The thing came (waited 30 ms)', cause: { message: 'not there' } });
});

t.test('a test database is empty, takes data and is gone after its test', async (t) => {
  let url = '';
  await t.test('while the test runs', async (t) => {
    url = await testDatabaseUrl(t);
    const client = new pg.Client(url);
    await client.connect();
    await client.query('create table a as select 1 as n');
    t.equal((await client.query('select n from a')).rows[0].n, 1);
    await client.end();
  });
  await t.rejects(new pg.Client(url).connect(), { code: '3D000' });
});

t.test('two test databases know nothing of each other', async (t) => {
  const [one, other] = await Promise.all([testDatabaseUrl(t), testDatabaseUrl(t)]);
  t.not(one, other);
});

t.test('a temporary directory is gone after its test', async (t) => {
  let directory = '';
  await t.test('while the test runs', async (t) => {
    directory = await temporaryDirectory(t);
    t.ok((await stat(directory)).isDirectory());
  });
  await t.rejects(stat(directory), { code: 'ENOENT' });
});

t.test('a process is watched through its output and its end', async (t) => {
  const child = await startProcess(t, 'sh', ['-c', 'echo hello $NAME; exit 3'], { env: { NAME: 'world' } });
  t.equal((await child.waitForOutput(/hello (\w+)/))[1], 'world');
  t.same(await child.exited, { code: 3, signal: null });
  await t.rejects(child.waitForOutput(/goodbye/), /ended before it printed \/goodbye\/; it printed:\nhello world/);
});

t.test('when a process has ended its output is complete', async (t) => {
  const child = await startProcess(t, 'sh', ['-c', 'head -c 10000000 /dev/zero & exit 3']);
  t.same(await child.exited, { code: 3, signal: null });
  t.equal(child.output().length, 10_000_000);
});

t.test('a process and what it started die with the test', async (t) => {
  const pids: number[] = [];
  await t.test('while the test runs', async (t) => {
    const child = await startProcess(t, 'sh', ['-c', 'sleep 300 & echo $!; wait']);
    pids.push(child.pid, Number((await child.waitForOutput(/\d+/))[0]));
    t.same(await Promise.all(pids.map(isRunning)), [true, true]);
  });
  const running = async () => (await Promise.all(pids.map(isRunning))).includes(true);
  await until(async () => !(await running()), { message: 'Both processes ended' });
});

t.test('a process dies although the test that started it was killed', async (t) => {
  const script = fileURLToPath(new URL('killedTest.js', import.meta.url));
  const test = await startProcess(t, process.execPath, [script]);
  const pid = Number((await test.waitForOutput(/started (\d+)/))[1]);
  t.ok(await isRunning(pid));
  test.kill('SIGKILL');
  await until(async () => !(await isRunning(pid)), { message: 'The process ended' });
});

t.test('a frozen Postgres ends with the process that started it', async (t) => {
  const script = fileURLToPath(new URL('killedFrozen.js', import.meta.url));
  const test = await startProcess(t, process.execPath, [script]);
  const [, port] = await test.waitForOutput(/frozen at (\d+)/);
  const url = `postgres://127.0.0.1:${port}`;
  t.ok(await answers(url), 'the system goes on taking connections for it');
  test.kill('SIGKILL');
  await until(async () => !(await answers(url)), { message: 'Postgres did not end' });
});

t.test('a private Redis can be killed and restarted at its address', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  t.ok(await answers(redis.url));
  await redis.kill();
  t.notOk(await answers(redis.url));
  await redis.restart();
  t.ok(await answers(redis.url));
});

t.test('tests that only need some Redis or Meilisearch get an address', async (t) => {
  const [redis, meili] = await Promise.all([redisUrl(t), meilisearch(t)]);
  if (redis) t.ok(await answers(redis));
  if (meili) t.ok(await answers(meili.url));
});

t.test('without a Redis the test is reported as skipped, with the reason', async (t) => {
  const { PATH, TEST_REDIS_URL } = process.env;
  process.env.PATH = '';
  delete process.env.TEST_REDIS_URL;
  t.teardown(() => Object.assign(process.env, { PATH }, TEST_REDIS_URL ? { TEST_REDIS_URL } : {}));
  const reported: unknown[] = [];
  const url = await redisUrl({ teardown: () => {}, pass: (...args) => reported.push(args) });
  t.equal(url, undefined);
  t.same(reported, [['Redis', { skip: 'redis-server is not on PATH' }]]);
});

t.test('a private Meilisearch keeps its data when it is killed and restarted', async (t) => {
  const meili = await startMeilisearch(t);
  if (!meili) return;
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${meili.apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(meili.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.ok;
  };
  await call('POST', '/indexes', { uid: 'kept' });
  await until(() => call('GET', '/indexes/kept'), { message: 'The index was made' });
  await meili.kill();
  t.notOk(await answers(meili.url));
  await meili.restart();
  t.ok(await call('GET', '/indexes/kept'));
});
