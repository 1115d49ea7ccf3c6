import { type Program, untilReady } from '@shirube/dev/processes';
import { endProcess } from '@shirube/local-postgres';
import { startProcess } from './startProcess.js';
import { temporaryDirectory } from './temporaryDirectory.js';
import type { TestContext } from './testContext.js';

/** A private server for tests of outages. It keeps its address across restarts. */
export interface TestServer {
  url: string;
  /** Stops it gracefully. */
  stop(): Promise<void>;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Makes it hang, with its connections open, until `resume`. */
  pause(): void;
  resume(): void;
  /** Restarts it, and returns once it responds. */
  restart(): Promise<void>;
}

const readyWithin = 120_000;
const stopWithin = 30_000;

/** Runs a program with its own data until the test ends. */
export async function startServer(
  t: TestContext,
  describe: (directory: string) => Program | Promise<Program>,
): Promise<TestServer> {
  const cwd = await temporaryDirectory(t);
  const { name, command, args, env, url, isReady } = await describe(cwd);
  const start = async () => {
    const started = await startProcess(t, command, args, { cwd, env });
    await untilReady(isReady, { name, within: readyWithin, ...started });
    return started;
  };
  let running = await start();
  const end = (signal: NodeJS.Signals) => endProcess(running, { signal, within: stopWithin });
  return {
    url,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => running.kill('SIGSTOP'),
    resume: () => running.kill('SIGCONT'),
    restart: async () => {
      await end('SIGTERM');
      running = await start();
    },
  };
}
