import { setTimeout as delay } from 'node:timers/promises';

interface Endable {
  kill(signal: NodeJS.Signals): unknown;
  exited: Promise<unknown>;
}

/** Sends a signal, and a final one if the process has not ended in time. Resolves when it has ended. */
export async function endProcess(
  process: Endable,
  { signal, within, lastly = 'SIGKILL' }: { signal: NodeJS.Signals; within: number; lastly?: NodeJS.Signals },
): Promise<void> {
  const patience = new AbortController();
  delay(within, undefined, { signal: patience.signal }).then(
    () => process.kill(lastly),
    () => {},
  );
  process.kill(signal);
  await process.exited;
  patience.abort();
}

/** Kills a process group, if any of it is still alive. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
