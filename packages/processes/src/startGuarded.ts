import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { guardAgainstDeath } from './guardAgainstDeath.js';

export interface GuardedOptions {
  cwd?: string | undefined;
  /** The whole environment; that of this process unless given. */
  env?: NodeJS.ProcessEnv | undefined;
  /** An open file for both outputs; without it they are kept. */
  log?: number | undefined;
}

export interface GuardedProcess {
  pid: number;
  /** Resolves when the process has ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  hasEnded(): boolean;
  /** What it has written to both its outputs, unless a file takes that; complete once it has ended. */
  output(): string;
  /** Sends a signal to the process alone. */
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts a program in a group of its own, which Ctrl-C does not reach. The whole group is killed when this process
 * dies, however it dies.
 */
export async function startGuarded(
  command: string,
  args: readonly string[],
  { cwd, env, log = -1 }: GuardedOptions = {},
): Promise<GuardedProcess> {
  const out = log < 0 ? 'pipe' : log;
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', out, out] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  let ended = false;
  child.once('close', () => {
    ended = true;
  });
  await once(child, 'spawn');
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const pid = child.pid ?? 0;
  const callOff = guardAgainstDeath(-pid, 'KILL');
  void exited.then(callOff);
  return {
    pid,
    exited,
    hasEnded: () => ended,
    output: () => output,
    kill: (signal) => void child.kill(signal),
  };
}
