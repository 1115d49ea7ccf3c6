import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, signalIfAlive } from './endProcess.js';
import { commandOf } from './processIdentity.js';

/** The content of postmaster.pid. The file remains after Postgres was killed. */
interface PostmasterFile {
  path: string;
  lines: string[];
  pid: number;
}

/** Returns the port of the Postgres that runs on the cluster and accepts connections; undefined if there is none. */
export async function readyPort(home: string): Promise<number | undefined> {
  const file = await read(home);
  if (file?.lines[7]?.trim() !== 'ready' || !(await runsOn(home, file.pid))) return undefined;
  return Number(file.lines[3]);
}

/** Stops a Postgres whose owner died, and makes sure that its leftover files do not block the next start. */
export async function clearLeftover(home: string): Promise<void> {
  const file = await read(home);
  if (!file) return;
  if (await runsOn(home, file.pid)) await stop(home, file.pid);
  const left = await read(home);
  if (!left) return;
  // The id may belong to another process by now, and Postgres would then refuse to start. It treats a file with the id
  // of its parent, this process, as stale, and still checks that no backend of the dead Postgres uses the data.
  await overwrite(left.path, [process.pid, ...left.lines.slice(1)].join('\n'));
}

/**
 * Overwrites in place: a full disk has no room for another file, and an empty file would block the start of Postgres.
 */
async function overwrite(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { bytesWritten } = await file.write(text, 0);
    await file.truncate(bytesWritten);
  } finally {
    await file.close();
  }
}

async function stop(home: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalIfAlive(pid, signal);
    const deadline = Date.now() + 5000;
    while (Date.now() < deadline) {
      if (!(await runsOn(home, pid))) return;
      await delay(50);
    }
  }
  throw new Error(`Process ${pid}, a leftover Postgres on ${home}, does not stop.`);
}

async function runsOn(home: string, pid: number): Promise<boolean> {
  return (await commandOf(pid)).includes(` -D ${join(home, 'data')} `);
}

async function read(home: string): Promise<PostmasterFile | undefined> {
  const path = join(home, 'data/postmaster.pid');
  try {
    const lines = (await readFile(path, 'utf8')).split('\n');
    return { path, lines, pid: Number(lines[0]) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
