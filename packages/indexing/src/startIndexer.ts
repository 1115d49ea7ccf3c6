import {
  type Database,
  endLease,
  isDatabaseUnavailable,
  type LogEntry,
  mainNode,
  markFilling,
  nodeFollower,
  touchServices,
} from '@shirube/catalog';
import { type SearchIndex, SearchUnavailable } from '@shirube/search';
import { createSparseReport, type Registry, type SparseReport } from '@shirube/service-kit';
import {
  createEnqueuer,
  createWakeUps,
  type Following,
  followLog,
  type QueueOptions,
  type WakeUps,
} from '@shirube/work';
import { createBatchTraces } from './batchTraces.js';
import { indexEntries } from './indexEntries.js';
import { noMetrics, publishMetrics } from './indexerMetrics.js';
import { createIndexKeeper } from './indexKeeper.js';
import { createOutageGate } from './outageGate.js';
import { reportStanding } from './reportStanding.js';
import { watchIndex } from './watchIndex.js';

export interface IndexerOptions extends QueueOptions {
  /** A pool of its own, whose statements may take `indexingPatience`. */
  database: Database;
  index: SearchIndex;
  /** Where to publish what the indexer does. */
  metrics?: Registry;
  /** No other indexer works for this node, so that one which has the lease is one that died. */
  alone?: boolean;
  /** Ends the start while it waits for the engine. */
  signal?: AbortSignal | undefined;
}

export interface Indexer {
  /** Resolves when the engine and the database answer, as far as the indexer knows. */
  check(): Promise<void>;
  /** Finishes the batches under way and lets go of the queue; database and index stay the caller's. */
  close(): Promise<void>;
}

/**
 * Milliseconds that a statement of the indexer may take. Nobody waits for its answer, and one that was given up because
 * the machine has much to do would only have to be done again.
 */
export const indexingPatience = 120_000;

/** Entries of the log in a batch at most. */
const batchSize = 2_000;

/** Tells `postgres` of its outages, and `engine` of all others. */
function tellApart(engine: SparseReport, postgres: SparseReport): SparseReport {
  return {
    failed: (error, fields) => (isDatabaseUnavailable(error) ? postgres : engine).failed(error, fields),
    recovered() {
      postgres.recovered();
      engine.recovered();
    },
  };
}

/**
 * Keeps the index of a search node in step with the catalog until closed. Resolves once the index can be searched: with
 * an engine that starts empty, after everything has been read into it. Of several indexers of a node one works at a time,
 * and the others are spares.
 */
export async function startIndexer({
  alone = false,
  node = mainNode,
  signal,
  metrics: registry,
  ...options
}: IndexerOptions): Promise<Indexer> {
  const { database, index, log } = options;
  const stop = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const engineReport = createSparseReport(log, 'the search index');
  const catalogReport = options.report ?? createSparseReport(log, 'the catalog');
  const keeper = createIndexKeeper({ database, node, index, log, report: engineReport, signal: stopped });
  const report = tellApart(engineReport, catalogReport);
  const gate = createOutageGate(
    async () => {
      await database.query('select 1');
      await keeper.prepare();
    },
    { report, signal: stopped },
  );
  const queue = { ...options, node, report: options.report ?? createSparseReport(log, 'the index queue') };
  const enqueuer = createEnqueuer(queue);
  const metrics = registry ? publishMetrics(registry, { database, node, enqueuer }) : noMetrics;
  const traces = createBatchTraces();
  // From the start, since filling a node takes its time.
  const reporting = reportStanding({ database, node, gate, log, signal: stopped });
  let following: Following | undefined;
  let watching: Promise<unknown> | undefined;
  let wakeUps: WakeUps | undefined;
  let closing: Promise<unknown> = Promise.resolve();

  async function handle(entries: readonly LogEntry[]): Promise<void> {
    // Not waited for here: the lease is free meanwhile, for a rebuild that the end of the outage may be waiting for.
    if (!gate.isOpen()) {
      gate.pass().then(
        () => following?.wake(),
        () => {},
      );
      throw new SearchUnavailable('the search index is out of reach');
    }
    try {
      const ids = entries.map(({ serviceId }) => serviceId);
      await traces.run(ids, () => indexEntries({ database, node, index, log, metrics }, entries));
    } catch (error) {
      metrics.batchFailed();
      const isOutage = error instanceof SearchUnavailable || isDatabaseUnavailable(error);
      if (!isOutage && gate.isOpen()) log.error({ err: error }, 'a batch failed unexpectedly');
      gate.failed(error);
      throw error;
    }
  }

  /** Jobs are for the one that works: a spare that took them would keep it asleep. */
  function listenToQueue(isHolding: boolean): void {
    const before = wakeUps;
    wakeUps = isHolding
      ? createWakeUps({
          ...queue,
          onWake(job) {
            traces.note(job);
            following?.wake();
          },
        })
      : undefined;
    closing = Promise.all([closing, before?.close()]);
  }

  async function close(): Promise<void> {
    stop.abort(new Error('the indexer closes'));
    await Promise.all([following?.ended, watching, reporting]);
    await closing;
    await enqueuer.close();
    await keeper.rebuilt().catch(() => {});
  }

  try {
    if (alone) await endLease(database, nodeFollower(node)).catch(gate.failed);
    await keeper.prepare().catch(gate.failed);
    await gate.pass();
    following = followLog(
      {
        name: nodeFollower(node),
        handle,
        pageSize: batchSize,
        pipelined: true,
        onHolding: listenToQueue,
        // Been away for longer than the log is kept: filled beside, and in rotation again once that is done.
        async startOver() {
          await markFilling(database, node);
          keeper.prepare().catch(gate.failed);
        },
        // What was sent late may have come behind newer documents: whoever has the lease now sends those again.
        overtaken: (entries) =>
          touchServices(
            database,
            entries.map(({ serviceId }) => serviceId),
          ),
      },
      { database, report, signal: stopped },
    );
    watching = watchIndex(index, { gate, signal: stopped });
    await keeper.rebuilt();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    async check() {
      if (!gate.isOpen()) throw new Error('the search index or the catalog cannot be reached');
    },
    close,
  };
}
