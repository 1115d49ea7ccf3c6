import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { startProcess, type TestProcess } from './startProcess.js';
import { temporaryDirectory } from './temporaryDirectory.js';
import type { TestContext } from './testContext.js';

/** A server of the test's own, for tests of what happens when it goes away; a restart keeps its address. */
export interface TestServer {
  url: string;
  /** Ends it in an orderly way. */
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again, and returns once it answers. */
  restart(): Promise<void>;
}

export interface ServerProgram {
  command: string;
  args(directory: string): string[];
  env?: Record<string, string>;
  url: string;
  /** Resolves once the server answers. */
  ready(process: TestProcess): Promise<unknown>;
}

/** Whether the program can be started by its name. */
export async function isOnPath(command: string): Promise<boolean> {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const found = directories.map((directory) => access(join(directory, command), constants.X_OK));
  return Promise.any(found).then(
    () => true,
    () => false,
  );
}

/** Runs the program with data of its own until the test ends. */
export async function startServer(t: TestContext, program: ServerProgram): Promise<TestServer> {
  const cwd = await temporaryDirectory(t);
  const start = async () => {
    const started = await startProcess(t, program.command, program.args(cwd), {
      cwd,
      env: program.env ?? {},
    });
    await program.ready(started);
    return started;
  };
  let running = await start();
  const end = async (signal: NodeJS.Signals) => {
    running.kill(signal);
    await running.exited;
  };
  return {
    url: program.url,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      running = await start();
    },
  };
}
