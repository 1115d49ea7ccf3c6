import { type Database, touchServices } from '@shirube/catalog';
import type { SearchIndex } from '@shirube/search';
import { repeat } from '@shirube/work';
import type { IndexKeeper } from './indexKeeper.js';
import type { OutageGate } from './outageGate.js';

const everyMilliseconds = 3_000;

interface WatchOptions {
  database: Database;
  gate: OutageGate;
  keeper: IndexKeeper;
  /** Whether this process holds the lease of the node. */
  isWorking: () => boolean;
  signal: AbortSignal;
}

/**
 * Detects until `signal` that the index is gone, even while nothing is written that would need it. Also reverts what an
 * indexer of an older version does to the index while both run during an upgrade.
 */
export async function watchIndex(
  index: SearchIndex,
  { database, gate, keeper, isWorking, signal }: WatchOptions,
): Promise<void> {
  async function look(): Promise<void> {
    const { rebuildNeeded, foreign } = await index.check();
    if (rebuildNeeded) await keeper.prepare();
    if (foreign.length > 0 && isWorking()) await touchServices(database, foreign);
  }
  const work = async () => void (gate.isOpen() && (await look().catch(gate.failed)));
  await repeat({ work, every: everyMilliseconds, signal }).ended;
}
