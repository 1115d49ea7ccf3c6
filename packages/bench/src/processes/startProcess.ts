import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export interface BenchProcess {
  pid: number;
  /** Ends it, and resolves when it has ended. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Asked again and again until it resolves to true: the process is ready. */
  isReady: () => Promise<boolean>;
}

// The indexer is ready once everything is indexed.
const startDeadline = 600_000;
const patience = 5_000;

/** Starts a program and waits until it is ready; it ends with this process, also when this process is killed. */
export async function startProcess(
  command: string,
  args: string[],
  { env = {}, cwd, isReady }: ProcessOptions,
): Promise<BenchProcess> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000);
    });
  }
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  // Kills the whole group once this process closes the pipe or dies.
  const guard = spawn('/bin/sh', ['-c', 'read -r line; kill -s KILL -- "-$0" 2>/dev/null', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  let ended = false;
  const exited = once(child, 'exit').then(() => {
    ended = true;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const late = pause(patience, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
    await Promise.race([exited, late]);
    await exited;
    guard.stdin.end();
    await once(guard, 'exit');
  };

  const deadline = performance.now() + startDeadline;
  while (!(await isReady().catch(() => false))) {
    if (ended || performance.now() > deadline) {
      await stop();
      throw new Error(`${command} ${args.join(' ')} did not start: ${output}`);
    }
    await pause(50);
  }
  return { pid, stop };
}

/** Asks a health route: true once it answers with success. */
export const answersAt = (url: string) => async () => (await fetch(url)).ok;
