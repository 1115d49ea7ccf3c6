import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '@shirube/domain';
import { type LocalPostgresOptions, openCluster, type RunningCluster } from './cluster.js';

interface SuperviseOptions extends LocalPostgresOptions {
  /** How long to retry the restart of a Postgres that has died, before giving up; forever by default. */
  patienceMilliseconds?: number;
  /** Called once when Postgres has died, with the reason, and once when it runs again. */
  onDied?: (reason: string) => void;
  onBack?: () => void;
}

export interface SupervisedPostgres {
  /** Stays the same across restarts. */
  url: string;
  /** Resolves with the reason when Postgres has died and could not be restarted. */
  lost: Promise<Error>;
  /** Stops within 5 s; resolves when the data directory is free again. */
  stop(): Promise<void>;
}

/** A Postgres that dies again sooner than this has not recovered: it is still the same outage. */
const trustedAfter = 30_000;

/**
 * Runs Postgres like `startLocalPostgres`, and restarts it when it dies: after a kill, or after a full disk, once there
 * is room again. Its users see broken connections, and reconnect at the same address.
 */
export async function superviseLocalPostgres(options: SuperviseOptions): Promise<SupervisedPostgres> {
  const { patienceMilliseconds = Number.POSITIVE_INFINITY, onDied = () => {}, onBack = () => {} } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const cluster = await openCluster(options);
  let running: RunningCluster = await cluster.start(options.port).catch(async (error) => {
    await cluster.release();
    throw error;
  });
  const { url, port } = running;

  /** Returns undefined if it was stopped meanwhile, and an error after the deadline. */
  async function startAgain(deadline: number): Promise<RunningCluster | Error | undefined> {
    const backoff = createBackoff();
    for (;;) {
      await delay(backoff.next(), undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        return await cluster.start(port, signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        if (performance.now() > deadline) return error instanceof Error ? error : new Error(String(error));
      }
    }
  }

  async function supervise(): Promise<Error | undefined> {
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

  const supervision = supervise();
  let stopped: Promise<void> | undefined;
  return {
    url,
    lost: new Promise((resolve) => {
      void supervision.then((error) => {
        if (!error) return;
        const seconds = Math.round(patienceMilliseconds / 1000);
        resolve(new Error(`Postgres has died and did not come back within ${seconds} s: ${error.message}`));
      });
    }),
    stop() {
      stopped ??= (async () => {
        stopping.abort();
        await running.postmaster.stop();
        await supervision;
        // A Postgres that was being started is either stopped by the signal, or is the one in `running` now.
        await running.postmaster.stop();
        await cluster.release();
      })();
      return stopped;
    },
  };
}
