import { type Database, forgetClaims, isDatabaseUnavailable, mainNode } from '@shirube/catalog';
import { createEnqueuer, createIndexWorker, type IndexWorker, type QueueOptions } from '@shirube/index-queue';
import type { SearchIndex } from '@shirube/search';
import { createSparseReport, type Registry, type SparseReport } from '@shirube/service-kit';
import { createBatches } from './batches.js';
import { noMetrics, publishMetrics } from './indexerMetrics.js';
import { createIndexKeeper } from './indexKeeper.js';
import { createOutageGate } from './outageGate.js';
import { reportStanding } from './reportStanding.js';
import { sweep } from './sweeper.js';
import { watchIndex } from './watchIndex.js';

export interface IndexerOptions extends QueueOptions {
  /** A pool of its own, whose statements may take `indexingPatience`. */
  database: Database;
  index: SearchIndex;
  /** Where to publish what the indexer does. */
  metrics?: Registry;
  /** No other indexer works for this node, so that claims from before the start are those of one that died. */
  alone?: boolean;
  /** How long removals, and the changes of a service before its last, are kept. */
  changesKeptDays?: number;
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

// Jobs at once. Each waits for its batch, and a batch takes along what other jobs are about: no more are needed.
const concurrency = 200;

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
 * an engine that starts empty, after everything has been read into it. Any number of indexers may work for a node side
 * by side.
 */
export async function startIndexer({
  alone = false,
  node = mainNode,
  changesKeptDays = 30,
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
  const gate = createOutageGate(
    async () => {
      await database.query('select 1');
      await keeper.prepare();
    },
    { report: tellApart(engineReport, catalogReport), signal: stopped },
  );
  const queue = { ...options, node, report: options.report ?? createSparseReport(log, 'the index queue') };
  const enqueuer = createEnqueuer(queue);
  const metrics = registry ? publishMetrics(registry, { database, node, enqueuer }) : noMetrics;
  const batches = createBatches({ database, node, index, log, metrics, gate, stopped });
  // From the start, since filling a node takes its time.
  const reporting = reportStanding({ database, node, gate, log, signal: stopped });
  let worker: IndexWorker | undefined;
  let looking: Promise<unknown> | undefined;

  async function close(): Promise<void> {
    stop.abort(new Error('the indexer closes'));
    await Promise.all([looking, reporting]);
    await Promise.all([worker?.close(), batches.settle()]);
    await batches.settle();
    await enqueuer.close();
    await keeper.rebuilt().catch(() => {});
    batches.close();
  }

  try {
    if (alone) await forgetClaims(database, node);
    await keeper.prepare().catch(gate.failed);
    await gate.pass();
    worker = createIndexWorker({ ...queue, concurrency, process: batches.take });
    const sweeping = sweep({
      database,
      node,
      enqueue: enqueuer.enqueue,
      poke: batches.poke,
      changesKeptDays,
      log,
      report: options.report ?? createSparseReport(log, 'the pending ledger'),
      signal: stopped,
    });
    looking = Promise.all([sweeping, watchIndex(index, { gate, signal: stopped })]);
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
