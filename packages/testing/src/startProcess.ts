import { type GuardedProcess, killGroup, startGuarded } from '@shirube/processes';
import type { TestContext } from './testContext.js';
import { until } from './until.js';

/** Lets searches and reads of the catalog take the time that a busy machine needs; what is refused or dropped is told at once all the same. */
export const patientSearches = { SEARCH_DEADLINE_MS: '20000', CATALOG_DEADLINE_MS: '20000' };

export interface StartProcessOptions {
  /** Added to the environment of the test, where the monitor is off and searches are patient; undefined removes a variable. */
  env?: Record<string, string | undefined> | undefined;
  cwd?: string | undefined;
}

/** Has ended once its output is complete. */
export interface TestProcess extends GuardedProcess {
  /** Waits until the output matches, and returns the match; fails with the output when the process ends before. */
  waitForOutput(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Sends a signal, SIGTERM unless told, to the process alone. */
  kill(signal?: NodeJS.Signals): void;
}

/** Starts a process that is killed, with all it started, when the test ends and also when the test itself is killed. */
export async function startProcess(
  t: Pick<TestContext, 'teardown'>,
  command: string,
  args: readonly string[] = [],
  { cwd, env }: StartProcessOptions = {},
): Promise<TestProcess> {
  // What tests register is nobody's: it is not asked for unless a test wants it.
  const started = await startGuarded(command, args, {
    cwd,
    env: { ...process.env, MONITOR: 'off', ...patientSearches, ...env },
  });
  t.teardown(async () => {
    killGroup(started.pid);
    await started.exited;
  });
  return {
    ...started,
    // A process may have ended before all that it has written is read.
    exited: started.exited.then(async (end) => {
      await until(started.hasEnded, { message: `the output of ${command} does not end` });
      return end;
    }),
    kill: (signal = 'SIGTERM') => started.kill(signal),
    waitForOutput: async (pattern) => {
      const options = { message: `${command} did not print ${pattern}` };
      await until(() => pattern.test(started.output()) || started.hasEnded(), options).catch((error: unknown) => {
        throw new Error(`${command} did not print ${pattern}, but:\n${started.output()}`, { cause: error });
      });
      const output = started.output();
      const match = output.match(pattern);
      if (!match) throw new Error(`${command} ended before it printed ${pattern}; it printed:\n${output}`);
      return match;
    },
  };
}
