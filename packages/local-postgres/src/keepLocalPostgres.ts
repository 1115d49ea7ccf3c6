import { setTimeout as delay } from 'node:timers/promises';
import { type LocalPostgresOptions, openCluster, type RunningCluster } from './cluster.js';

export interface KeepOptions extends LocalPostgresOptions {
  /** How long a Postgres that has died is started again before it is given up. */
  patienceMilliseconds: number;
  /** Told once that it has died and why, and once that it runs again. */
  onDied: (reason: string) => void;
  onBack: () => void;
}

export interface KeptPostgres {
  /** Stays the same from one start to the next. */
  url: string;
  /** Resolves, with a sentence, when Postgres has died and has been given up. */
  lost: Promise<Error>;
  /** Stops within 5 s; resolves when the data directory is free again. */
  stop(): Promise<void>;
}

const firstDelay = 250;
const longestDelay = 5_000;
/** What dies again before it has run for so long has not really come back: it is the same outage still. */
const trustedAfter = 30_000;

/**
 * Runs Postgres as `startLocalPostgres` does and starts it again when it dies: killed, or ended by a full disk, which
 * helps once there is room. Who uses it sees connections that break, and are made anew at the same address.
 */
export async function keepLocalPostgres(options: KeepOptions): Promise<KeptPostgres> {
  const { patienceMilliseconds, onDied, onBack } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const cluster = await openCluster(options);
  let running: RunningCluster = await cluster.start(options.port).catch(async (error) => {
    await cluster.release();
    throw error;
  });
  const { url, port } = running;

  /** Undefined when it is not wanted any more, an error when there is no patience left. */
  async function startAgain(deadline: number): Promise<RunningCluster | Error | undefined> {
    for (let wait = firstDelay; ; wait = Math.min(longestDelay, wait * 2)) {
      await delay(wait, undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        return await cluster.start(port, signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        if (performance.now() > deadline) return error instanceof Error ? error : new Error(String(error));
      }
    }
  }

  async function keep(): Promise<Error | undefined> {
    let deadline = 0;
    let startedAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      await running.postmaster.exited;
      if (signal.aborted) return undefined;
      const isNewOutage = performance.now() - startedAt > trustedAfter;
      if (isNewOutage) {
        deadline = performance.now() + patienceMilliseconds;
        onDied(running.postmaster.ending());
      } else if (performance.now() > deadline) return new Error(running.postmaster.ending());
      const started = await startAgain(deadline);
      if (started === undefined || started instanceof Error) return started;
      running = started;
      if (signal.aborted) return undefined;
      startedAt = performance.now();
      if (isNewOutage) onBack();
    }
  }

  const kept = keep();
  let stopped: Promise<void> | undefined;
  return {
    url,
    lost: new Promise((resolve) => {
      void kept.then((error) => {
        if (!error) return;
        const seconds = Math.round(patienceMilliseconds / 1000);
        resolve(new Error(`Postgres has died and did not come back within ${seconds} s: ${error.message}`));
      });
    }),
    stop() {
      stopped ??= (async () => {
        stopping.abort();
        await running.postmaster.stop();
        await kept;
        // One that was just being started is stopped by the signal, or else is the one that runs now.
        await running.postmaster.stop();
        await cluster.release();
      })();
      return stopped;
    },
  };
}
