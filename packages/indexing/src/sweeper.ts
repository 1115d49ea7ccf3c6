import { setTimeout as delay } from 'node:timers/promises';
import {
  type Database,
  dropLostNodes,
  findOverdue,
  forgetChanges,
  forgetIdempotencyKeys,
  matchSettlementsAgain,
  refreshTrust,
} from '@shirube/catalog';
import type { Log, SparseReport } from '@shirube/service-kit';

export interface SweeperOptions {
  database: Database;
  /** The search node whose ledger is swept. */
  node: string;
  /** Brings services to whichever indexer is free. */
  enqueue: (ids: readonly string[]) => void;
  /** Has this process index what is pending, without the queue. */
  poke: () => void;
  /** How long removals, and the changes of a service before its last, are kept. */
  changesKeptDays: number;
  log: Log;
  report: SparseReport;
  signal: AbortSignal;
}

const overdue = { seconds: 2, atMost: 500 };
// A queue that is down, or that holds a job of a worker that died, does not bring a service in time.
const stuck = { seconds: 5, atMost: 1 };
/** Milliseconds from one time to the next. */
const every = { sweep: 1_000, match: 30_000, drop: 60_000, forget: 600_000 };
const secondsPerDay = 86_400;

/**
 * Closes every gap between a commit and the index, until `signal`: announces once more what has been pending for too
 * long, takes up by itself what the queue does not bring, and drops the ledgers of nodes that are gone for good. Besides
 * it finds the settlements that new services have earned. Any number of sweepers may run at once.
 */
export async function sweep(options: SweeperOptions): Promise<void> {
  const { report, signal } = options;
  let forgotAt = Number.NEGATIVE_INFINITY;
  let droppedAt = Number.NEGATIVE_INFINITY;
  let matchedAt = Number.NEGATIVE_INFINITY;
  let matchedUntil: Date | undefined;
  while (!signal.aborted) {
    try {
      await sweepOnce(options);
      if (performance.now() - forgotAt > every.forget) {
        await forgetIdempotencyKeys(options.database);
        await forgetChanges(options.database, options.changesKeptDays * secondsPerDay);
        forgotAt = performance.now();
      }
      if (performance.now() - matchedAt > every.match) {
        matchedUntil = await matchAgain(options, matchedUntil);
        matchedAt = performance.now();
      }
      if (performance.now() - droppedAt > every.drop) {
        await dropLost(options);
        droppedAt = performance.now();
      }
      report.recovered();
    } catch (error) {
      report.failed(error);
    }
    await delay(every.sweep, undefined, { signal }).catch(() => {});
  }
}

async function sweepOnce({ database, node, enqueue, poke }: SweeperOptions): Promise<void> {
  const find = ({ seconds, atMost }: typeof overdue) => findOverdue(database, node, seconds, atMost);
  const ids = await find(overdue);
  if (ids.length === 0) return;
  enqueue(ids);
  if ((await find(stuck)).length > 0) poke();
}

/** What was settled before its service was registered. */
async function matchAgain({ database, enqueue }: SweeperOptions, since: Date | undefined): Promise<Date> {
  const { serviceIds, lookedUntil } = await matchSettlementsAgain(database, since);
  const changed = await refreshTrust(database, serviceIds);
  if (changed.length > 0) enqueue(changed);
  return lookedUntil;
}

/** Nodes that have been gone for so long that much waits for them. */
async function dropLost({ database, log }: SweeperOptions): Promise<void> {
  for (const node of await dropLostNodes(database)) {
    log.warn({ node }, 'a search node is gone: its ledger was dropped, it is filled anew when it returns');
  }
}
