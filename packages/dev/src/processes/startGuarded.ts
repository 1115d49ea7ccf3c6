import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { guardAgainstDeath } from '@shirube/local-postgres';

interface GuardedOptions {
  cwd?: string | undefined;
  /** The complete environment; by default that of this process. */
  env?: NodeJS.ProcessEnv | undefined;
  /** An open file for stdout and stderr; otherwise they are kept for `output`. */
  log?: number | undefined;
}

export interface GuardedProcess {
  pid: number;
  /** Resolves when the process has ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  hasEnded(): boolean;
  /** Returns what it has written to stdout and stderr, unless a file is given. Complete once it has ended. */
  output(): string;
  /** Sends a signal to the process only, not to its group. */
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts a program in its own process group, which Ctrl-C does not reach. The whole group is killed when this process
 * dies for any reason.
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
