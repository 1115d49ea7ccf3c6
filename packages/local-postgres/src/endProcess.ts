import { setTimeout as delay } from 'node:timers/promises';

/** Returns the code of a system error (`ENOENT`, `EEXIST`, …); undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

interface Endable {
  kill(signal: NodeJS.Signals): unknown;
  exited: Promise<unknown>;
}

/** Sends a signal, and a final one if the process has not ended in time. Resolves when it has ended. */
export async function endProcess(
  process: Endable,
  { signal, within, finalSignal = 'SIGKILL' }: { signal: NodeJS.Signals; within: number; finalSignal?: NodeJS.Signals },
): Promise<void> {
  const patience = new AbortController();
  delay(within, undefined, { signal: patience.signal }).then(
    () => process.kill(finalSignal),
    () => {},
  );
  process.kill(signal);
  await process.exited;
  patience.abort();
}

/** Kills a process group, if any of it is still alive. */
export function killGroup(pid: number): void {
  signalIfAlive(-pid, 'SIGKILL');
}

/** Sends a signal to a process, or to a group by negative id, if it is still alive. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
