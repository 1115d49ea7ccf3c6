import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { claimSeconds, type Database, isDatabaseUnavailable, renewClaims } from '@shirube/catalog';
import { type SearchIndex, SearchUnavailable } from '@shirube/search';
import type { Log } from '@shirube/service-kit';
import { createBatcher } from './batcher.js';
import { createBatchTraces } from './batchTraces.js';
import { indexBatch } from './indexBatch.js';
import type { IndexerMetrics } from './indexerMetrics.js';
import type { OutageGate } from './outageGate.js';

export interface BatchesOptions {
  database: Database;
  node: string;
  index: SearchIndex;
  log: Log;
  metrics: IndexerMetrics;
  gate: OutageGate;
  stopped: AbortSignal;
}

/** Indexes what is pending, in batches, whose claims it keeps from running out. */
export interface Batches {
  /** Resolves when the service is indexed; `traceparent` is where that was announced. */
  take(id: string, traceparent?: string): Promise<void>;
  /** Has a batch run even if nobody has named a service. */
  poke(): void;
  /** Resolves when nothing is under way. */
  settle(): Promise<void>;
  /** Claims run out from here on. */
  close(): void;
}

const batch = { size: 2_000, gatherMilliseconds: 4, inFlight: 10 };

export function createBatches({ metrics, gate, stopped, ...options }: BatchesOptions): Batches {
  const { database, node, log } = options;
  const indexer = `${hostname()}:${process.pid}:${randomUUID()}`;
  const claimed = new Set<string>();
  const traces = createBatchTraces();
  const batching = { ...options, metrics, indexer, claimed, size: batch.size, onFull: () => batcher.poke() };

  async function run(ids: readonly string[]): Promise<void> {
    await gate.pass();
    try {
      const again = await traces.run(ids, () => indexBatch(batching, ids));
      // What fails here is in the ledger, and comes again.
      if (!stopped.aborted) for (const id of again) batcher.take(id).catch(() => {});
    } catch (error) {
      metrics.batchFailed();
      const outage = error instanceof SearchUnavailable || isDatabaseUnavailable(error);
      if (!outage && gate.isOpen()) log.error({ err: error }, 'a batch failed unexpectedly');
      gate.failed(error);
      throw error;
    }
  }

  const batcher = createBatcher({ ...batch, run });
  const renewal = setInterval(
    () => {
      if (claimed.size > 0) renewClaims(database, node, indexer, [...claimed]).catch(gate.failed);
    },
    (claimSeconds * 1000) / 3,
  );

  return {
    take(id, traceparent) {
      traces.note(id, traceparent);
      return batcher.take(id);
    },
    poke: batcher.poke,
    settle: batcher.settle,
    close: () => clearInterval(renewal),
  };
}
