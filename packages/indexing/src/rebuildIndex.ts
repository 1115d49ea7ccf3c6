import { countServices, type Database, markFilled, readCatalog } from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import { withRebuildLock } from './rebuildLock.js';
import { createSecondIndex } from './secondIndex.js';
import { whileHeld } from './whileHeld.js';

export interface RebuildOptions {
  database: Database;
  /** The search node that the index belongs to. */
  node: string;
  index: SearchIndex;
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Gives the rebuild up; the first index stays as it is. */
  signal?: AbortSignal;
}

export interface RebuildReport {
  indexed: number;
  /** Services that the engine refuses: they are set aside in the ledger. */
  refused: number;
}

const pageSize = 500;
const fewChanges = 100;
const roundsAtMost = 5;

/**
 * Fills a second index from the catalog and lets it take the place of the first. Reads and writes go on meanwhile:
 * what is written during the rebuild is indexed into the first one as usual, and is brought over before the change of
 * places, for whose moment all indexing of the node is held. So no service is ever missing that readers have seen before.
 */
export async function rebuildIndex({
  database,
  node,
  index,
  onProgress,
  signal,
}: RebuildOptions): Promise<RebuildReport> {
  return withRebuildLock(database, node, async () => {
    const rebuild = await index.beginRebuild();
    try {
      const second = createSecondIndex(database, node, rebuild);
      const total = await countServices(database);
      let done = 0;
      for await (const page of readCatalog(database, pageSize)) {
        signal?.throwIfAborted();
        await second.put(page);
        done += page.length;
        onProgress?.({ done, total: Math.max(done, total) });
      }
      for (let round = 0; round < roundsAtMost; round++) {
        if ((await second.catchUp()) < fewChanges) break;
      }
      signal?.throwIfAborted();
      await whileHeld(database, node, async () => {
        await second.catchUp();
        await rebuild.promote();
      });
      await markFilled(database, node);
      return { indexed: second.size(), refused: second.refused() };
    } catch (error) {
      await rebuild.abandon().catch(() => {});
      throw error;
    }
  });
}
