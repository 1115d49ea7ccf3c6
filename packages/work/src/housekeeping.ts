import {
  type Database,
  handOverServices,
  pruneDeliveries,
  pruneIdempotencyKeys,
  pruneInsights,
  pruneLog,
  pruneUnclaimed,
} from '@shirube/catalog';
import { createSparseReport, type Log } from '@shirube/service-kit';
import { repeat } from './repeat.js';

const pruneEvery = 600_000;
const secondsPerDay = 86_400;

/** Prunes old data until closed. Any number of instances may run concurrently. */
export function startHousekeeping({
  database,
  log,
  changesKeptDays,
}: {
  database: Database;
  log: Log;
  /** How many days removals and superseded changes of services are kept. */
  changesKeptDays: number;
}): { close(): Promise<void> } {
  const stop = new AbortController();
  const chores = [
    pruneIdempotencyKeys,
    pruneDeliveries,
    handOverServices,
    pruneUnclaimed,
    pruneInsights,
    () => pruneLog(database, changesKeptDays * secondsPerDay),
  ].map((chore) => ({ chore, report: createSparseReport(log, 'housekeeping') }));
  const { ended } = repeat({
    signal: stop.signal,
    every: pruneEvery,
    // A chore that fails delays no other, and is not repeated before its time.
    async work() {
      for (const { chore, report } of chores) await chore(database).then(report.recovered, report.failed);
    },
  });
  return {
    async close() {
      stop.abort();
      await ended;
    },
  };
}
