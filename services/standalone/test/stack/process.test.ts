import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { IntentSearchResult, Service } from '@shirube/contracts';
import { isRunning, postgresOf, registration, type TestProcess, temporaryDirectory, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { launchStandalone, launchThroughNpm, startStandalone } from './standaloneProcess.js';

const shell = promisify(execFile);

/** Returns what a shell prints for lines that are pasted into it. */
async function paste(lines: string): Promise<string> {
  const child = shell('sh', ['-s']);
  child.child.stdin?.end(lines);
  return (await child).stdout;
}

/** Stops the process with Ctrl-C, and asserts that nothing is left behind. */
async function stops(t: Test, { process, dataDir }: { process: TestProcess; dataDir: string }) {
  const { pid: postgres } = await postgresOf(dataDir);
  process.kill('SIGINT');
  // The exit status would be different if it had not stopped in time.
  t.strictSame(await process.exited, { code: 0, signal: null });
  t.notMatch(process.output(), /"level":/, 'and says nothing');
  t.notOk(await isRunning(postgres), 'Postgres has ended with it');
}

t.test('a Ctrl-C that the directory also gets from npm stops it once', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const npm = await launchThroughNpm(t, dataDir);
  await npm.waitForOutput(/Ctrl-C stops it/);
  const { pid: postgres } = await postgresOf(dataDir);
  process.kill(-npm.pid, 'SIGINT');
  t.strictSame(await npm.exited, { code: 0, signal: null });
  t.notOk(await isRunning(postgres), 'Postgres has ended with it');
});

t.test('a directory keeps its services over starts and a kill', async (t) => {
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
    t.notMatch(banner, /shk_\w/);
    t.match(banner, '(1 service;');
    t.strictSame((await client.list({})).body, registered);

    const [line = ''] = banner.split('\n').filter((line) => line.trim().startsWith('curl '));
    const pasted = await paste(`export SHIRUBE_KEY=${key}\n${line}\n`);
    const service: Service = JSON.parse(pasted);
    t.match(service, { name: 'Tokyo Weather' }, 'its first line works when pasted, with the key in SHIRUBE_KEY');
    registered.push(service);
    const { body } = await client.post(registration({ name: 'Before the crash' }), { prefer: 'wait=10' });
    registered.push(body);
    // These registrations are confirmed but not indexed yet, perhaps not even enqueued.
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => client.post(registration({ name: `At the crash ${n}` }))),
    );
    const { pid: postgres } = await postgresOf(dataDir);
    process.kill('SIGKILL');
    await process.exited;
    for (const reply of replies) {
      t.equal(reply.status, 201);
      registered.push(reply.body);
    }
    await until(async () => !(await isRunning(postgres)), { message: 'Postgres outlives a kill' });
  });

  await t.test('after SIGKILL no confirmed registration is lost', async (t) => {
    const { process, client } = await startStandalone(t, { dataDir, key });
    // The example was registered twice, and of two copies the first is listed.
    const expected = new Set(registered.filter((_, n) => n !== 1).map(({ id }) => id));
    for (const { id } of registered) t.equal((await client.get(`/api/services/${id}`)).status, 200);
    const listed = await client.list({ limit: 100 });
    t.strictSame(new Set(listed.body.map(({ id }) => id)), expected, 'each is in the list');
    const metrics = async () => (await client.get('/metrics')).text;
    await until(async () => /^shirube_index_pending\{node="main"\} 0$/m.test(await metrics()), {
      message: 'the index does not catch up',
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
  await until(isComplete, { message: 'the demo catalog is not searchable' });
  await stops(t, { process: first.process, dataDir });
  const again = await startStandalone(t, { dataDir, args: ['--demo'] });
  t.match(again.banner, /Demo catalog: 0 services loaded/);
  t.equal((await again.client.list({})).headers.get('x-total-count'), count);
  await stops(t, { process: again.process, dataDir });
});
