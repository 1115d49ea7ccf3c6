import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from './testContext.js';
import { until } from './until.js';

export interface StartProcessOptions {
  /** Added to the environment of the test; undefined removes a variable. */
  env?: Record<string, string | undefined>;
  cwd?: string;
}

export interface TestProcess {
  pid: number;
  /** What the process has written so far, to both its outputs. */
  output(): string;
  /** Waits until the output matches, and returns the match; fails with the output when the process ends before. */
  waitForOutput(pattern: RegExp, options?: { timeout?: number }): Promise<RegExpMatchArray>;
  /** Resolves when the process has ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends a signal, SIGTERM unless told, to the process alone. */
  kill(signal?: NodeJS.Signals): void;
}

/** Starts a process that is killed, with all it started, when the test ends and also when the test itself is killed. */
export async function startProcess(
  t: Pick<TestContext, 'teardown'>,
  command: string,
  args: string[] = [],
  options: StartProcessOptions = {},
): Promise<TestProcess> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(child, 'spawn');
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const pid = child.pid ?? 0;
  const guard = guardGroup(pid);
  t.teardown(async () => {
    guard.stdin?.end();
    await Promise.all([exited, once(guard, 'exit')]);
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  let ended = false;
  child.once('close', () => {
    ended = true;
  });
  return {
    pid,
    exited,
    output: () => output,
    kill: (signal = 'SIGTERM') => void child.kill(signal),
    waitForOutput: async (pattern, { timeout = 30_000 } = {}) => {
      const options = { timeout, message: `${command} did not print ${pattern}` };
      await until(() => pattern.test(output) || ended, options).catch((error: unknown) => {
        throw new Error(`${command} did not print ${pattern}, but:\n${output}`, { cause: error });
      });
      const match = output.match(pattern);
      if (!match) throw new Error(`${command} ended before it printed ${pattern}; it printed:\n${output}`);
      return match;
    },
  };
}

/** A process that kills the group of another once this one closes its input or dies. */
function guardGroup(pid: number): ChildProcess {
  return spawn('/bin/sh', ['-c', 'read -r line; kill -s KILL -- "-$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}
