import {
  countListed,
  type Database,
  findLogEnd,
  isAfter,
  loadChanged,
  markFilled,
  nodeFollower,
  noteRebuild,
  noteRefusals,
  type Position,
  readCatalog,
  readLog,
} from '@shirube/catalog';
import type { CatalogEntry } from '@shirube/contracts';
import { changedId, type IndexChange, type SearchIndex } from '@shirube/search';
import { whileLeased } from '@shirube/work';
import { isolateRefused } from './isolateRefused.js';
import { withRebuildLock } from './rebuildLock.js';

export interface RebuildOptions {
  database: Database;
  /** The search node that the index belongs to. */
  node: string;
  index: SearchIndex;
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Aborts the rebuild; the current index stays as it is. */
  signal?: AbortSignal;
}

const pageSize = 500;
const sendsAtOnce = 4;
const fewChanges = 100;
const roundsAtMost = 5;

/**
 * Fills a second index from the catalog and swaps it with the first. Reads and writes continue meanwhile: changes
 * during the rebuild are indexed into the first index as usual, and are copied from the log into the second before the
 * swap. All indexing of the node is paused during the swap, so a service that readers have seen never goes missing.
 * Returns how many services are indexed, and how many the engine refused, which are set aside.
 */
export async function rebuildIndex({
  database,
  node,
  index,
  onProgress,
  signal,
}: RebuildOptions): Promise<{ indexed: number; refused: number }> {
  return withRebuildLock(database, node, async () => {
    const rebuild = await index.beginRebuild();
    const refused = new Set<string>();

    async function apply(changes: readonly IndexChange[]): Promise<void> {
      const refusals = await isolateRefused(rebuild.apply, changes);
      for (const change of changes) refused.delete(changedId(change));
      for (const { item } of refusals) refused.add(changedId(item));
      await noteRefusals(
        database,
        node,
        changes.map(changedId).filter((id) => !refused.has(id)),
        refusals.map(({ item, reason }) => ({
          id: changedId(item),
          reason,
          revision: 'upsert' in item ? item.upsert.revision : 0,
        })),
      );
    }

    async function fill(): Promise<void> {
      const total = await countListed(database);
      const sending = new Set<Promise<void>>();
      let done = 0;
      const send = (page: readonly CatalogEntry[]) => {
        const sent = apply(page.map((entry) => ({ upsert: entry }))).then(() => {
          sending.delete(sent);
        });
        // Waiting for it yields the rejection; until then, and if the rebuild fails otherwise, it must not be unhandled.
        sent.catch(() => {});
        sending.add(sent);
      };
      for await (const page of readCatalog(database, pageSize)) {
        signal?.throwIfAborted();
        while (sending.size >= sendsAtOnce) await Promise.race(sending);
        send(page);
        done += page.length;
        onProgress?.({ done, total: Math.max(done, total) });
        await noteRebuild(database, node, done / Math.max(done, total));
      }
      await Promise.all(sending);
    }

    /** Applies the log entries after a position; returns the new position and the number of entries. */
    async function catchUp(position: Position): Promise<{ position: Position; entries: number }> {
      let at = position;
      const end = await findLogEnd(database);
      for (let entries = 0; ; ) {
        const page = await readLog(database, at, pageSize);
        if (!page) throw new Error('the log was pruned during the rebuild');
        if (page.entries.length === 0 || !isAfter(end, at)) return { position: at, entries };
        const changed = await loadChanged(database, page.entries);
        await apply([
          ...changed.entries.map((entry) => ({ upsert: entry })),
          ...changed.gone.map((id) => ({ remove: id })),
        ]);
        at = page.position;
        entries += page.entries.length;
      }
    }

    try {
      let reached = { position: await findLogEnd(database), entries: Number.POSITIVE_INFINITY };
      await fill();
      for (let round = 0; round < roundsAtMost && reached.entries >= fewChanges; round++) {
        reached = await catchUp(reached.position);
      }
      signal?.throwIfAborted();
      await whileLeased(database, nodeFollower(node), async () => {
        const { position } = await catchUp(reached.position);
        await rebuild.promote();
        return position;
      });
      await markFilled(database, node);
      return { indexed: (await countListed(database)) - refused.size, refused: refused.size };
    } catch (error) {
      await rebuild.abandon().catch(() => {});
      throw error;
    } finally {
      await noteRebuild(database, node).catch(() => {});
    }
  });
}
