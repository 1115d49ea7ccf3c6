import { setTimeout as delay } from 'node:timers/promises';
import {
  type Database,
  dropLostNodes,
  findOverdue,
  forgetChanges,
  forgetIdempotencyKeys,
} from '@shirube/catalog';
import type { SparseReport } from '@shirube/service-kit';

export interface SweeperOptions {
  database: Database;
  /** The search node whose ledger is swept. */
  node: string;
  /** Brings services to whichever indexer is free. */
  enqueue: (ids: readonly string[]) => void;
  /** Has this process index what is pending, without the queue. */
  poke: () => void;
  /** Told of nodes that have been gone for so long that their ledger was dropped. */
  onLost: (nodes: readonly string[]) => void;
  /** How long removals, and the changes of a service before its last, are kept. */
  changesKeptDays: number;
  report: SparseReport;
  signal: AbortSignal;
}

const everyMilliseconds = 1_000;
const overdueSeconds = 2;
const enqueueAtMost = 500;
// A queue that is down, or that holds a job of a worker that died, does not bring a service in time.
const stuckSeconds = 5;
const forgetEvery = 600_000;
const dropEvery = 60_000;
const secondsPerDay = 86_400;

/**
 * Closes every gap between a commit and the index, until `signal`: announces once more what has been pending for too
 * long, takes up by itself what the queue does not bring, and drops the ledgers of nodes that are gone for good. Any number of sweepers may run at once.
 */
export async function sweep(options: SweeperOptions): Promise<void> {
  const { report, signal, onLost } = options;
  let forgotAt = Number.NEGATIVE_INFINITY;
  let droppedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      await sweepOnce(options);
      if (performance.now() - forgotAt > forgetEvery) {
        await forgetIdempotencyKeys(options.database);
        await forgetChanges(options.database, options.changesKeptDays * secondsPerDay);
        forgotAt = performance.now();
      }
      if (performance.now() - droppedAt > dropEvery) {
        onLost(await dropLostNodes(options.database));
        droppedAt = performance.now();
      }
      report.recovered();
    } catch (error) {
      report.failed(error);
    }
    await delay(everyMilliseconds, undefined, { signal }).catch(() => {});
  }
}

async function sweepOnce({ database, node, enqueue, poke }: SweeperOptions): Promise<void> {
  const overdue = await findOverdue(database, node, overdueSeconds, enqueueAtMost);
  if (overdue.length === 0) return;
  enqueue(overdue);
  const stuck = await findOverdue(database, node, stuckSeconds, 1);
  if (stuck.length > 0) poke();
}
