import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import type { IntentSearchResult, Service } from '@shirube/contracts';
import { isRunning, type TestProcess, temporaryDirectory, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { registration } from './http/directoryClient.js';
import { launchStandalone, launchThroughNpm, startStandalone } from './standaloneProcess.js';

t.setTimeout(240_000);

const shell = promisify(execFile);

/** The id of the Postgres that runs on a data directory. */
async function postgresOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(`${dataDir}/postgres/data/postmaster.pid`, 'utf8'), 10);
}

/** Stops it with Ctrl-C, and asserts that nothing stays behind. */
async function stops(t: Test, { process, dataDir }: { process: TestProcess; dataDir: string }) {
  const postgres = await postgresOf(dataDir);
  const started = performance.now();
  process.kill('SIGINT');
  t.strictSame(await process.exited, { code: 0, signal: null });
  const seconds = (performance.now() - started) / 1000;
  t.ok(seconds < 5, `stopped within 5 s: ${seconds.toFixed(1)}`);
  t.notOk(await isRunning(postgres), 'Postgres has ended with it');
}

t.test('a Ctrl-C that npm gets too, and passes on, stops it as one', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const npm = await launchThroughNpm(t, dataDir);
  await npm.waitForOutput(/Ctrl-C stops it/, { timeout: 90_000 });
  const postgres = await postgresOf(dataDir);
  process.kill(-npm.pid, 'SIGINT');
  t.strictSame(await npm.exited, { code: 0, signal: null });
  t.notOk(await isRunning(postgres), 'Postgres has ended with it');
});

t.test('one directory through its life', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const registered: Service[] = [];
  let key = '';

  await t.test('the first start shows address, key and three lines that work in a shell', async (t) => {
    const { process, client, banner } = await startStandalone(t, { dataDir });
    key = client.key;
    t.match(key, /^shk_[\w-]{43}$/);
    const lines = banner.split('\n').filter((line) => line.trim().startsWith('curl '));
    t.equal(lines.length, 3);
    const answers: string[] = [];
    for (const line of lines) answers.push((await shell('sh', ['-c', line])).stdout);
    const [posted = '', listed = '', found = ''] = answers;
    const service: Service = JSON.parse(posted);
    registered.push(service);
    const list: Service[] = JSON.parse(listed);
    t.strictSame(
      list.map(({ id }) => id),
      [service.id],
      'the second line finds what the first registered',
    );
    const intent: IntentSearchResult = JSON.parse(found);
    t.ok(
      intent.services.some(({ id }) => id === service.id),
      'and so does the third, in Japanese',
    );
    t.notMatch(banner, /"level":/, 'no log line disturbs the screen');

    const second = await launchStandalone(t, { dataDir });
    t.match(await second.exited, { code: 1 });
    t.match(second.output(), /is in use by process \d+; stop it or choose another directory/);
    t.notMatch(second.output(), /\n\s+at /, 'a second instance is refused in a sentence');
    t.equal((await client.get('/live')).status, 200, 'which does not disturb the first');

    await stops(t, { process, dataDir });
  });

  await t.test('the second start finds everything, and shows no key', async (t) => {
    const { process, client, banner } = await startStandalone(t, { dataDir, key });
    t.notMatch(banner, /shk_/);
    t.match(banner, /\(1 services?;/);
    t.strictSame((await client.list({})).body, registered);
    const { body } = await client.post(registration({ name: 'Before the crash' }), { prefer: 'wait=10' });
    registered.push(body);
    // What has just been answered is not indexed yet, perhaps not even enqueued.
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => client.post(registration({ name: `At the crash ${n}` }))),
    );
    const postgres = await postgresOf(dataDir);
    process.kill('SIGKILL');
    await process.exited;
    for (const reply of replies) {
      t.equal(reply.status, 201);
      registered.push(reply.body);
    }
    await until(async () => !(await isRunning(postgres)), { message: 'Postgres outlives a kill' });
  });

  await t.test('after kill -9 nothing that was answered is lost', async (t) => {
    const { process, client } = await startStandalone(t, { dataDir, key });
    const expected = new Set(registered.map(({ id }) => id));
    for (const { id } of registered) t.equal((await client.get(`/api/services/${id}`)).status, 200);
    const listed = await client.list({ limit: 100 });
    t.strictSame(new Set(listed.body.map(({ id }) => id)), expected, 'each is in the list');
    const metrics = async () => (await client.get('/metrics')).text;
    await until(async () => /^shirube_ledger_pending 0$/m.test(await metrics()), {
      message: 'the ledger does not empty',
      timeout: 30_000,
    });
    await stops(t, { process, dataDir });
  });
});

t.test('--demo loads its catalog once', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const first = await startStandalone(t, { dataDir, args: ['--demo'] });
  const [, count = ''] = /Demo catalog: (\d+) services loaded/.exec(first.banner) ?? [];
  t.ok(Number(count) >= 20, `${count} services`);
  const isComplete = async () => (await first.client.list({})).headers.get('x-total-count') === count;
  await until(isComplete, { message: 'the demo catalog is not searchable', timeout: 30_000 });
  await stops(t, { process: first.process, dataDir });
  const again = await startStandalone(t, { dataDir, args: ['--demo'] });
  t.match(again.banner, /Demo catalog: 0 services loaded/);
  t.equal((await again.client.list({})).headers.get('x-total-count'), count);
  await stops(t, { process: again.process, dataDir });
});

t.test('what cannot work is said in a sentence', async (t) => {
  const dataDir = await temporaryDirectory(t);

  await t.test('--help describes every variable', async (t) => {
    const help = await launchStandalone(t, { dataDir, args: ['--help'] });
    t.match(await help.exited, { code: 0 });
    for (const word of [
      '--demo',
      'PORT',
      'DATA_DIR',
      'DATABASE_URL',
      'REDIS_URL',
      'MEILI_URL',
      'LOG_LEVEL',
    ]) {
      t.match(help.output(), word);
    }
  });

  await t.test('an option that does not exist', async (t) => {
    const wrong = await launchStandalone(t, { dataDir, args: ['--dmeo'] });
    t.match(await wrong.exited, { code: 2 });
    t.match(wrong.output(), /--dmeo/);
    t.match(wrong.output(), /Usage:/);
  });

  const faults: [what: string, env: Record<string, string>, said: RegExp][] = [
    [
      'a port that is none',
      { PORT: '70000' },
      /^PORT has a value that cannot be used\. Expected: A whole number/,
    ],
    ['a log level that is none', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL has a value that cannot be used/],
    ['a short key', { BOOTSTRAP_API_KEY: 'short' }, /^BOOTSTRAP_API_KEY has a value that cannot be used/],
  ];
  for (const [what, env, said] of faults) {
    await t.test(what, async (t) => {
      const wrong = await launchStandalone(t, { dataDir, env });
      t.match(await wrong.exited, { code: 1 });
      t.match(wrong.output(), said);
      t.equal(wrong.output().trim().split('\n').length, 1, 'one line');
    });
  }

  await t.test('a port that is taken', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.teardown(() => taken.close());
    await until(() => taken.listening, { message: 'nothing listens' });
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const wrong = await launchStandalone(t, { dataDir, env: { PORT: port } });
    t.match(await wrong.exited, { code: 1 });
    t.match(wrong.output(), `Port ${port} of 127.0.0.1 is in use by another program: stop it, or set PORT`);
    t.notMatch(wrong.output(), /\n\s+at /, 'without a stack');
    t.notOk(await isRunning(await postgresOf(dataDir).catch(() => 0)), 'Postgres has ended with it');
  });
});
