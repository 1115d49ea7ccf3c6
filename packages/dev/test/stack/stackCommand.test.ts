import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRunning, postgresOf, startProcess, temporaryDirectory, until } from '@shirube/testing';
import t from 'tap';
import { missingPrograms } from '../../dist/stack/index.js';

const main = fileURLToPath(new URL('../../dist/runStack.js', import.meta.url));
const cli = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url));

interface StackData {
  url: string;
  key: string;
  directory: string;
  databaseUrl: string;
  redisUrl: string;
  meilisearch: { url: string; masterKey: string; reader: string; indexer: string };
  parts: { name: string; url: string; pid: number }[];
}

t.test('the command shows its help, and refuses a wrong option in one line', async (t) => {
  const help = await startProcess(t, process.execPath, [main, '--help']);
  t.match(await help.exited, { code: 0 });
  t.match(help.output(), /Usage: npm run stack/);
  for (const args of [['--read-api', 'three'], ['--indexer', '0'], ['--nonsense']]) {
    const wrong = await startProcess(t, process.execPath, [main, ...args]);
    t.match(await wrong.exited, { code: 2 }, args.join(' '));
    t.equal(wrong.output().trim().split('\n').length, 1, wrong.output());
  }
});

const postgresPid = async ({ directory }: StackData) => (await postgresOf(directory)).pid;

const missing = await missingPrograms();
if (missing.length > 0) {
  t.pass('npm run stack', { skip: `${missing.join(', ')} not on PATH` });
} else {
  // The second stack starts with the data of the first, which is quicker.
  const directory = await temporaryDirectory(t);
  const start = async (...args: string[]) => {
    const process_ = await startProcess(t, process.execPath, [main, '--json', '--data', directory, ...args], {
      env: { DATABASE_URL: undefined },
    });
    const [line] = await process_.waitForOutput(/^\{"url".*\}$/m);
    const stack: StackData = JSON.parse(line);
    const pids = [await postgresPid(stack), ...stack.parts.map(({ pid }) => pid)];
    return { process: process_, stack, pids };
  };
  const running = async (pids: number[]) => {
    const states = await Promise.all(pids.map(isRunning));
    return pids.filter((_, at) => states[at]);
  };

  await t.test('the stack runs, recovers, can be administered, and ends at Ctrl-C with all its parts', async (t) => {
    const { process, stack, pids } = await start('--read-api', '2');
    t.strictSame(
      stack.parts.map(({ name }) => name),
      ['redis', 'meilisearch', 'write-api', 'read-api-1', 'read-api-2', 'indexer-1', 'monitor', 'gateway'],
    );
    t.strictSame(await running(pids), pids);
    t.equal((await fetch(`${stack.url}/ready`)).status, 200);
    t.equal((await fetch(`${stack.url}/metrics`)).status, 404, 'metrics are for the inside');

    const victim = stack.parts.find(({ name }) => name === 'read-api-1');
    if (!victim) throw new Error('there is no read API');
    globalThis.process.kill(victim.pid, 'SIGKILL');
    await process.waitForOutput(/read-api-1 killed by SIGKILL; restarting it/);
    t.equal((await fetch(`${stack.url}/api/categories`)).status, 200, 'the other one answers meanwhile');
    await until(async () => (await fetch(`${victim.url}/ready`)).ok, {
      message: 'it does not come back',
    });

    globalThis.process.kill(await postgresPid(stack), 'SIGKILL');
    await process.waitForOutput(/postgres died: it was killed by SIGKILL; restarting it/);
    await until(async () => (await fetch(`${stack.url}/api/changes`)).ok, {
      message: 'Postgres does not come back',
    });
    pids.push(await postgresPid(stack));

    const { stdout } = await promisify(execFile)(globalThis.process.execPath, [cli, 'engine', 'keys', '--json'], {
      env: { PATH: '', MEILI_URL: stack.meilisearch.url, MEILI_MASTER_KEY: stack.meilisearch.masterKey },
    });
    const { reader, indexer } = stack.meilisearch;
    t.strictSame(JSON.parse(stdout), { reader, indexer }, 'the same master key gives the same keys');

    process.kill('SIGINT');
    t.match(await process.exited, { code: 0 });
    t.strictSame(await running(pids), [], 'nothing is left');
  });

  await t.test('a stack that is killed leaves no process behind', async (t) => {
    const { process, pids } = await start();
    process.kill('SIGKILL');
    await process.exited;
    await until(async () => (await running(pids)).length === 0, {
      message: 'processes are left',
    });
    t.strictSame(await running(pids), []);
  });
}
