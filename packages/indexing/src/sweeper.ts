import { setTimeout as delay } from 'node:timers/promises';
import { type Database, findOverdue, forgetIdempotencyKeys } from '@shirube/catalog';
import type { SparseReport } from '@shirube/service-kit';

export interface SweeperOptions {
  database: Database;
  /** Brings services to whichever indexer is free. */
  enqueue: (ids: readonly string[]) => void;
  /** Has this process index what is pending, without the queue. */
  poke: () => void;
  report: SparseReport;
  signal: AbortSignal;
}

const everyMilliseconds = 1_000;
const overdueSeconds = 2;
const enqueueAtMost = 500;
// A queue that is down, or that holds a job of a worker that died, does not bring a service in time.
const stuckSeconds = 5;
const forgetEvery = 600_000;

/**
 * Closes every gap between a commit and the index, until `signal`: announces once more what has been pending for too
 * long, and takes up by itself what the queue does not bring. Any number of sweepers may run at once.
 */
export async function sweep(options: SweeperOptions): Promise<void> {
  const { report, signal } = options;
  let forgotAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      await sweepOnce(options);
      if (performance.now() - forgotAt > forgetEvery) {
        await forgetIdempotencyKeys(options.database);
        forgotAt = performance.now();
      }
      report.recovered();
    } catch (error) {
      report.failed(error);
    }
    await delay(everyMilliseconds, undefined, { signal }).catch(() => {});
  }
}

async function sweepOnce({ database, enqueue, poke }: SweeperOptions): Promise<void> {
  const overdue = await findOverdue(database, overdueSeconds, enqueueAtMost);
  if (overdue.length === 0) return;
  enqueue(overdue);
  const stuck = await findOverdue(database, stuckSeconds, 1);
  if (stuck.length > 0) poke();
}
