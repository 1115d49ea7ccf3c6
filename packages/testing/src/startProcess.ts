import { type GuardedProcess, startGuarded } from '@shirube/dev/processes';
import { isRunning, killGroup } from '@shirube/local-postgres';
import { postgresOf } from './ownPostgres.js';
import type { TestContext } from './testContext.js';
import { until } from './until.js';

/**
 * Gives searches and reads of the catalog the time that a busy machine needs. Refused and dropped connections still
 * fail immediately.
 */
export const patientSearches = { SEARCH_DEADLINE_MS: '20000', CATALOG_DEADLINE_MS: '20000' };

interface StartProcessOptions {
  /**
   * Added to the environment of the test, in which the monitor is off and searches have long deadlines. undefined
   * removes a variable.
   */
  env?: Record<string, string | undefined> | undefined;
  cwd?: string | undefined;
}

/** A process of a test. It counts as exited once its output is complete. */
export interface TestProcess extends GuardedProcess {
  /** Waits until the output matches and returns the match. Fails with the output if the process exits before that. */
  waitForOutput(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Sends a signal (by default SIGTERM) to the process only, not to its group. */
  kill(signal?: NodeJS.Signals): void;
}

/** Starts a process. It is killed with all its children when the test ends, even if the test itself is killed. */
export async function startProcess(
  t: Pick<TestContext, 'teardown'>,
  command: string,
  args: readonly string[] = [],
  { cwd, env }: StartProcessOptions = {},
): Promise<TestProcess> {
  // The services that tests register do not exist, so they are not checked unless a test turns the monitor on.
  const started = await startGuarded(command, args, {
    cwd,
    env: { ...process.env, MONITOR: 'off', ...patientSearches, ...env },
  });
  t.teardown(async () => {
    killGroup(started.pid);
    await started.exited;
    if (env?.DATA_DIR) await postgresEnds(env.DATA_DIR);
  });
  return {
    ...started,
    // A process may exit before all of its output has been read.
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

/** Waits for the Postgres of a killed process, which shuts down by itself and writes to the data directory as it does. */
async function postgresEnds(dataDir: string): Promise<void> {
  const postgres = await postgresOf(dataDir).catch(() => undefined);
  if (!postgres) return;
  await until(async () => !(await isRunning(postgres.pid)), { message: `Postgres still runs on ${dataDir}` });
}
