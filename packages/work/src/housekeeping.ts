import { type Database, pruneIdempotencyKeys, pruneLog } from '@shirube/catalog';
import { createSparseReport, type Log } from '@shirube/service-kit';
import { repeat } from './repeat.js';

const every = 600_000;
const secondsPerDay = 86_400;

/** Prunes what nobody needs any more, until closed. Any number may run side by side. */
export function startHousekeeping({
  database,
  log,
  changesKeptDays,
}: {
  database: Database;
  log: Log;
  /** How long removals, and the changes of a service before its last, are kept. */
  changesKeptDays: number;
}): { close(): Promise<void> } {
  const stop = new AbortController();
  const { ended } = repeat({
    every,
    report: createSparseReport(log, 'housekeeping'),
    signal: stop.signal,
    async work() {
      await pruneIdempotencyKeys(database);
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
