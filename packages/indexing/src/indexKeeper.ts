import { setTimeout as delay } from 'node:timers/promises';
import { type Database, joinNode, markFilling } from '@shirube/catalog';
import { createBackoff } from '@shirube/domain';
import type { IndexPreparation, SearchIndex } from '@shirube/search';
import type { Log, SparseReport } from '@shirube/service-kit';
import { rebuildIndex } from './rebuildIndex.js';
import { RebuildUnderWay } from './rebuildLock.js';

interface IndexKeeperOptions {
  database: Database;
  /** The search node that the index belongs to. */
  node: string;
  index: SearchIndex;
  log: Log;
  report: SparseReport;
  signal: AbortSignal;
}

const progressEvery = 2_000;

export type IndexKeeper = ReturnType<typeof createIndexKeeper>;

/** Ensures that the index exists and has the right settings and documents. */
export function createIndexKeeper({ database, node, index, log, report, signal }: IndexKeeperOptions) {
  let rebuilding: Promise<void> | undefined;

  /** Registers the node, applies the settings, and tells whether the node must be filled. */
  async function look(): Promise<IndexPreparation> {
    const state = await joinNode(database, node);
    const { rebuildNeeded, serves } = await index.prepare();
    if (!serves) await markFilling(database, node);
    return { rebuildNeeded: rebuildNeeded || state === 'filling', serves };
  }

  async function rebuildOnce(): Promise<void> {
    const started = performance.now();
    let reportedAt = started;
    log.info({}, 'rebuilding the search index from the catalog');
    const { indexed, refused } = await rebuildIndex({
      database,
      node,
      index,
      signal,
      onProgress({ done, total }) {
        if (performance.now() - reportedAt < progressEvery) return;
        reportedAt = performance.now();
        log.info({ done, total }, 'rebuilding the search index');
      },
    });
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    log.info({ indexed, refused, seconds }, 'the search index is rebuilt');
  }

  async function rebuildUntilDone(): Promise<void> {
    let hasReportedOther = false;
    const backoff = createBackoff();
    for (;;) {
      try {
        await rebuildOnce();
        report.recovered();
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        if (!(error instanceof RebuildUnderWay)) report.failed(error);
        else if (!hasReportedOther) {
          hasReportedOther = true;
          log.info({}, 'another process is rebuilding the search index');
        }
      }
      await delay(backoff.next(), undefined, { signal });
      const needed = await look().then(
        ({ rebuildNeeded }) => rebuildNeeded,
        () => true,
      );
      if (!needed) return;
    }
  }

  return {
    /**
     * Joins the node, applies the settings, and starts a rebuild if one is needed. Resolves when the index accepts
     * changes; if there is no index yet, that is after the rebuild. Rejects when the engine cannot be reached.
     */
    async prepare(): Promise<void> {
      const { rebuildNeeded, serves } = await look();
      if (!rebuildNeeded) return;
      signal.throwIfAborted();
      rebuilding ??= rebuildUntilDone().finally(() => {
        rebuilding = undefined;
      });
      // Callers of prepare() and rebuilt() get the rejection; without callers it must not be unhandled.
      rebuilding.catch(() => {});
      if (!serves) await rebuilding;
    },
    /** Resolves when no rebuild is running. */
    async rebuilt(): Promise<void> {
      await rebuilding;
    },
  };
}
