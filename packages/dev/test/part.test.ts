import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, until } from '@shirube/testing';
import t from 'tap';
import { createPart } from '../dist/processes/part.js';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

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
  t.ok(isRunning(worker));
  await part.kill();
  await until(() => !isRunning(worker), { message: 'the worker goes on' });
});
