import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';

export interface ProcessDescription {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string | undefined>;
  /** Where both outputs go; what was there stays. */
  logFile: string;
}

export interface GuardedProcess {
  pid: number;
  /** Resolves when the process has ended, with how it did. */
  exited: Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

/** Waits at its input: a line means that the process has ended, the end of the file that its owner died. */
const guard = 'read -r line || kill -s KILL -- "-$0"';

/**
 * Starts a process in a group of its own, which Ctrl-C does not reach. The whole group is killed when this process
 * dies, however it dies.
 */
export async function startGuarded({
  command,
  args,
  cwd,
  env,
  logFile,
}: ProcessDescription): Promise<GuardedProcess> {
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', log.fd, log.fd] });
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const watcher = spawn('/bin/sh', ['-c', guard, String(pid)], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // A guard that is gone cannot be told.
    watcher.stdin.on('error', () => {});
    const exited = once(child, 'exit').then(([code, signal]) => {
      watcher.stdin.end('ended\n');
      return signal ? `killed by ${signal}` : `ended with status ${code}`;
    });
    return { pid, exited, kill: (signal) => void child.kill(signal) };
  } finally {
    await log.close();
  }
}
