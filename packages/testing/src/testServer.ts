import { createPart, type Part, type Program } from '@shirube/dev/processes';
import { temporaryDirectory } from './temporaryDirectory.js';
import type { TestContext } from './testContext.js';

/** A private server for tests of outages. It keeps its address across restarts. */
export interface TestServer extends Part {
  /** Makes it hang, with its connections open, until `resume`. */
  pause(): void;
  resume(): void;
  /** Restarts it, and returns once it responds. */
  restart(): Promise<void>;
}

/** Runs a program with its own data until the test ends. */
export async function startServer(
  t: Pick<TestContext, 'teardown'>,
  describe: (directory: string) => Promise<Program>,
): Promise<TestServer> {
  const directory = await temporaryDirectory(t);
  const part = createPart(await describe(directory), { directory });
  t.teardown(part.kill);
  await part.start();
  const send = (signal: NodeJS.Signals) => {
    const pid = part.pid();
    if (pid !== undefined) process.kill(pid, signal);
  };
  return {
    ...part,
    pause: () => send('SIGSTOP'),
    resume: () => send('SIGCONT'),
    restart: async () => {
      await part.stop();
      await part.start();
    },
  };
}
