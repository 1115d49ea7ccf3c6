import { type Database, pruneIdempotencyKeys, pruneLog, sampleNodes } from '@shirube/catalog';
import { createSparseReport, type Log } from '@shirube/service-kit';
import { repeat } from './repeat.js';

const pruneEvery = 600_000;
const sampleEvery = 60_000;
const secondsPerDay = 86_400;

/**
 * Prunes old data and samples the state of the search nodes, until closed. Any number of instances may run
 * concurrently.
 */
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
  const common = { report: createSparseReport(log, 'housekeeping'), signal: stop.signal };
  const sampling = repeat({ ...common, every: sampleEvery, work: () => sampleNodes(database) });
  const pruning = repeat({
    ...common,
    every: pruneEvery,
    async work() {
      await pruneIdempotencyKeys(database);
      await pruneLog(database, changesKeptDays * secondsPerDay);
    },
  });
  return {
    async close() {
      stop.abort();
      await Promise.all([sampling.ended, pruning.ended]);
    },
  };
}
