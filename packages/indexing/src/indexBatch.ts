import {
  claimPending,
  confirmIndexed,
  type Database,
  type PendingService,
  releaseClaims,
  setAside,
} from '@shirube/catalog';
import type { IndexChange, SearchIndex } from '@shirube/search';
import { type Log, traced } from '@shirube/service-kit';
import type { IndexerMetrics } from './indexerMetrics.js';
import { applyIsolating, changedId } from './isolateRefused.js';

export interface IndexBatchOptions {
  database: Database;
  /** The search node that the index belongs to. */
  node: string;
  index: SearchIndex;
  log: Log;
  metrics: IndexerMetrics;
  /** Who claims: unique among the indexers that run. */
  indexer: string;
  /** Ids whose claims must be kept from running out. */
  claimed: Set<string>;
  /** Services in a batch at most. */
  size: number;
  /** Called when a batch was full, so that there may be more to do. */
  onFull: () => void;
}

const toChange = ({ id, entry }: PendingService): IndexChange => (entry ? { upsert: entry } : { remove: id });

/**
 * Brings the index up to date about those of `ids` that are pending, and about as many others as there is room for:
 * so the index is as quick as the engine, even if the queue brings the ids one by one. Claims and loads them as they
 * are now, sends them, and takes out of the ledger what the engine has confirmed. What is done already, or is being done by another
 * indexer, is left to that. Returns the ids that have changed meanwhile. Rejects, with every claim given back, when
 * the engine or the database fails.
 */
export async function indexBatch(
  { database, node, index, log, metrics, indexer, claimed, size, onFull }: IndexBatchOptions,
  ids: readonly string[],
): Promise<string[]> {
  const pending = await claimPending(database, node, indexer, ids, { upTo: size });
  if (pending.length === 0) return [];
  if (pending.length === size) onFull();
  for (const { id } of pending) claimed.add(id);
  const started = performance.now();
  try {
    const refusals = await traced('engine apply', { 'shirube.batch.services': pending.length }, () =>
      applyIsolating(index.apply, pending.map(toChange)),
    );
    const reasons = new Map(refusals.map(({ change, reason }) => [changedId(change), reason]));
    const done = pending.filter(({ id }) => !reasons.has(id));
    const again = done.length > 0 ? await confirmIndexed(database, node, done) : [];
    for (const service of pending) {
      const reason = reasons.get(service.id);
      if (reason === undefined) continue;
      await setAside(database, node, service, reason);
      log.error(
        { id: service.id, revision: service.revision, reason },
        'a service was set aside: the engine refuses it',
      );
    }
    metrics.batchDone(pending.length, refusals.length, (performance.now() - started) / 1000);
    return again;
  } catch (error) {
    // If this fails too, the claims run out by themselves.
    await releaseClaims(
      database,
      node,
      indexer,
      pending.map(({ id }) => id),
    ).catch(() => {});
    throw error;
  } finally {
    for (const { id } of pending) claimed.delete(id);
  }
}
