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
  /** Its own pool, whose statements may take up to `indexingPatience`. */
  database: Database;
  index: SearchIndex;
  /** Where the metrics of the indexer are published. */
  metrics?: Registry;
  /** Whether this is the only indexer of the node. A lease that is still held then belongs to a process that died. */
  alone?: boolean;
  /** Aborts the start while it waits for the engine. */
  signal?: AbortSignal | undefined;
}

export interface Indexer {
  /** Resolves when the engine and the database respond, as far as the indexer knows. */
  check(): Promise<void>;
  /** Finishes the running batches and closes the queue. The caller closes the database and the index. */
  close(): Promise<void>;
}

/**
 * Timeout of the indexer's statements, in milliseconds. No client waits for them, and a statement that is cancelled
 * because the machine is busy would only have to be repeated.
 */
export const indexingPatience = 120_000;

/** The maximum number of log entries in a batch. */
const batchSize = 2_000;
/** How long changes are collected under load, in milliseconds: an engine has a cost per batch. */
const collectMs = 25;

/** Reports database outages to `postgres`, and all other errors to `engine`. */
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
 * Keeps the index of a search node up to date until closed. Resolves once the index can be searched; with an engine
 * that starts empty, that is after the whole catalog has been indexed. Of several indexers of a node one works at a
 * time, and the others are spares.
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
  // Starts before the node is filled, because that can take long.
  const reporting = reportStanding({ database, node, gate, log, signal: stopped });
  let following: Following | undefined;
  let watching: Promise<unknown> | undefined;
  let wakeUps: WakeUps | undefined;
  let closing: Promise<unknown> = Promise.resolve();

  async function handle(entries: readonly LogEntry[]): Promise<void> {
    // Not awaited here: the lease stays free meanwhile, for a rebuild that the end of the outage may depend on.
    if (!gate.isOpen()) {
      gate.pass().then(
        () => following?.wake(),
        () => {},
      );
      throw new SearchUnavailable('the search index cannot be reached');
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

  /** Only the lease holder takes jobs: a spare that took them would leave the holder asleep. */
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
    stop.abort(new Error('the indexer is shutting down'));
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
        collectMs,
        onHolding: listenToQueue,
        // The cursor is older than the log. The node is filled beside the current index, and is in rotation again
        // afterwards.
        async startOver() {
          await markFilling(database, node);
          keeper.prepare().catch(gate.failed);
        },
        // Documents that were sent late may have overwritten newer ones, so the lease holder sends these services
        // again.
        overtaken: (entries) =>
          touchServices(
            database,
            entries.map(({ serviceId }) => serviceId),
          ),
      },
      { database, report, signal: stopped },
    );
    watching = watchIndex(index, { gate, keeper, signal: stopped });
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
