import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, freePort, killGroup } from '@shirube/local-postgres';
import { isRunning, temporaryDirectory, until } from '@shirube/testing';
import t from 'tap';
import { createPart, findProgram, requireProgram, startGuarded } from '../dist/processes/index.js';

const shell = (script: string) => startGuarded('/bin/sh', ['-c', script]);

t.test('a program that ends while it starts is an error with the end of its output', async (t) => {
  const args = ['-c', 'echo first; echo no such port >&2; exit 3'];
  const program = { name: 'the server', command: '/bin/sh', args, url: '', isReady: async () => false };
  await t.rejects(createPart(program, { directory: await temporaryDirectory(t) }).start(), {
    message: 'the server exited before it was ready. The end of its log:\nfirst\nno such port',
  });
});

t.test('a program that never gets ready is stopped', async (t) => {
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'pid');
  let pid = 0;
  const isReady = async () => {
    while (!pid) pid = Number(await readFile(file, 'utf8').catch(() => '0'));
    return false;
  };
  const args = ['-c', 'echo $$ > "$0"; exec sleep 300', file];
  const program = { name: 'the server', command: '/bin/sh', args, url: '', isReady };
  await t.rejects(createPart(program, { directory, readyWithin: 100 }).start(), /is not ready after 0.1 s/);
  t.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

t.test('a program that cannot be started is an error, not a crash', async (t) => {
  await t.rejects(startGuarded('/nowhere/at-all', []), { code: 'ENOENT' });
});

t.test('nothing of a part outlives its first process', async (t) => {
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'worker.pid');
  const workerId = async () => Number(await readFile(file, 'utf8').catch(() => ''));
  const program = {
    name: 'master',
    command: 'sh',
    args: ['-c', `sleep 300 & echo $! > ${file}; wait`],
    url: '',
    isReady: async () => (await workerId()) > 0,
  };
  const part = createPart(program, { directory });
  t.teardown(() => part.stop());
  await part.start();
  const worker = await workerId();
  t.ok(await isRunning(worker));
  await part.kill();
  await until(async () => !(await isRunning(worker)), { message: 'the worker goes on' });
});

t.test('a process that does not end at a signal is killed', async (t) => {
  const stubborn = await shell('trap "" TERM; echo ready; while :; do sleep 1; done');
  t.teardown(() => killGroup(stubborn.pid));
  while (!stubborn.output().includes('ready')) await new Promise(setImmediate);
  await endProcess(stubborn, { signal: 'SIGTERM', within: 100 });
  t.strictSame(await stubborn.exited, { code: null, signal: 'SIGKILL' });
});

t.test('a process that ends at a signal is not killed, and a group that is gone can be killed again', async (t) => {
  const willing = await shell('exec sleep 300');
  await endProcess(willing, { signal: 'SIGTERM', within: 60_000 });
  t.strictSame(await willing.exited, { code: null, signal: 'SIGTERM' });
  killGroup(willing.pid);
});

t.test('programs are found in the order of PATH', async (t) => {
  const { PATH } = process.env;
  const [first, second] = await Promise.all(['first-', 'second-'].map((prefix) => mkdtemp(join(tmpdir(), prefix))));
  t.teardown(async () => {
    process.env.PATH = PATH;
    await Promise.all([first, second].map((folder) => rm(folder ?? '', { recursive: true })));
  });
  process.env.PATH = `/nowhere:${first}:${second}`;
  await writeFile(`${first}/shirube-tool`, '');
  await writeFile(`${second}/shirube-tool`, '');
  await chmod(`${second}/shirube-tool`, 0o755);
  t.equal(await findProgram('shirube-tool'), `${second}/shirube-tool`, 'what cannot be run does not count');
  await chmod(`${first}/shirube-tool`, 0o755);
  t.equal(await findProgram('shirube-tool'), `${first}/shirube-tool`);
  await t.rejects(requireProgram('shirube-nothing'), /shirube-nothing is not on PATH/);
});

t.test('a free port is never given out twice', async (t) => {
  // The system alone gives one of 500 out again soon: the two search nodes of a stack once were one and the same.
  const ports = new Set<number>();
  for (let n = 0; n < 2_000; n++) ports.add(await freePort());
  t.equal(ports.size, 2_000);
});
