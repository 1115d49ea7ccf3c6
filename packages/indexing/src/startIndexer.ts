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
import { createSparseReport, Registry, type SparseReport } from '@shirube/service-kit';
import { createEnqueuer, follow, type QueueOptions } from '@shirube/work';
import { createBatchTraces } from './batchTraces.js';
import { indexEntries } from './indexEntries.js';
import { publishMetrics } from './indexerMetrics.js';
import { createIndexKeeper } from './indexKeeper.js';
import { watchNode } from './watchNode.js';

export interface IndexerOptions extends QueueOptions {
  /** Its own pool, whose statements may take up to `indexingPatience`. */
  database: Database;
  /** The search node that the index belongs to; `main` by default. */
  node?: string | undefined;
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
const lingerMs = 25;

/** Reports database outages to `postgres`, and all other errors to `engine`. */
function classify(engine: SparseReport, postgres: SparseReport): SparseReport {
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
  metrics: registry = new Registry(),
  ...options
}: IndexerOptions): Promise<Indexer> {
  const { database, index, log } = options;
  const stop = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const engineReport = createSparseReport(log, 'the search index');
  const catalogReport = options.report ?? createSparseReport(log, 'the catalog');
  const report = classify(engineReport, catalogReport);
  const keeper = createIndexKeeper({ database, node, index, log, report: engineReport, signal: stopped });
  const queue = { ...options, report: options.report ?? createSparseReport(log, 'the index queue') };
  const enqueuer = createEnqueuer(queue, async () => [node]);
  const metrics = publishMetrics(registry, { database, node, enqueuer });
  const traces = createBatchTraces();

  async function handle(entries: readonly LogEntry[]): Promise<void> {
    try {
      const ids = entries.map(({ serviceId }) => serviceId);
      await traces.run(ids, () => indexEntries({ database, node, index, log, metrics }, entries));
    } catch (error) {
      metrics.batchFailed();
      const isOutage = error instanceof SearchUnavailable || isDatabaseUnavailable(error);
      if (!isOutage) log.error({ err: error }, 'a batch failed unexpectedly');
      throw error;
    }
  }

  if (alone) await endLease(database, nodeFollower(node)).catch(report.failed);
  const follower = follow(nodeFollower(node), handle, {
    database,
    report,
    signal: stopped,
    prepare: keeper.prepare,
    // The cursor is older than the log. The node is filled beside the current index, and is in rotation again
    // afterwards.
    async startOver() {
      await markFilling(database, node);
      keeper.prepare().catch(follower.fail);
    },
    queue: { ...queue, node },
    onJob: traces.note,
    pageSize: batchSize,
    pipelined: true,
    lingerMs,
    // Documents that were sent late may have overwritten newer ones, so the lease holder sends these services again.
    overtaken: (entries) =>
      touchServices(
        database,
        entries.map(({ serviceId }) => serviceId),
      ),
  });
  const watching = watchNode({ database, node, index, keeper, follower, log, signal: stopped });

  async function close(): Promise<void> {
    stop.abort(new Error('the indexer is shutting down'));
    await Promise.all([follower.ended, watching]);
    await enqueuer.close();
    await keeper.rebuilt().catch(() => {});
  }

  try {
    await Promise.race([follower.prepared, follower.ended]);
    await keeper.rebuilt();
    stopped.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    async check() {
      if (follower.isFailing()) throw new Error('the search index or the catalog cannot be reached');
    },
    close,
  };
}
