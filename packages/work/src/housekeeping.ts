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
  const { ended } = repeat({
    report: createSparseReport(log, 'housekeeping'),
    signal: stop.signal,
    every: pruneEvery,
    async work() {
      await pruneIdempotencyKeys(database);
      await pruneDeliveries(database);
      await handOverServices(database);
      await pruneUnclaimed(database);
      await pruneInsights(database);
      await pruneLog(database, changesKeptDays * secondsPerDay);
    },
  });
  return {
    async close() {
      stop.abort();
      await ended;
    },
  };
}
