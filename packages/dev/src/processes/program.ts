import { endProcess, killGroup } from '@shirube/local-postgres';
import { startGuarded } from './startGuarded.js';
import { untilReady } from './untilReady.js';

/** How to run a server. */
export interface Program {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string> | undefined;
  url: string;
  /** Whether it is ready for use. */
  isReady(): Promise<boolean>;
}

export interface RunningProgram {
  pid: number;
  url: string;
  /** Stops the program and all its children, and resolves when it has ended. */
  stop(): Promise<void>;
}

const stopWithin = 5_000;

/** Starts a program and resolves once it is ready. It ends with this process, for any reason. */
export async function startProgram(
  { name, command, args, env, url, isReady }: Program,
  { cwd, within }: { cwd?: string | undefined; within: number },
): Promise<RunningProgram> {
  const started = await startGuarded(command, args, { cwd, env: { ...process.env, ...env } });
  const stop = async () => {
    await endProcess(started, { signal: 'SIGTERM', within: stopWithin });
    killGroup(started.pid);
  };
  try {
    await untilReady(isReady, { name, within, ...started });
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: started.pid, url, stop };
}
