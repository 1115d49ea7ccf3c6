import type { SearchIndex } from '@shirube/search';
import { repeat } from '@shirube/work';
import type { IndexKeeper } from './indexKeeper.js';
import type { OutageGate } from './outageGate.js';

const everyMilliseconds = 3_000;

interface WatchOptions {
  gate: OutageGate;
  keeper: IndexKeeper;
  signal: AbortSignal;
}

/**
 * Detects until `signal` that the index is gone, even while nothing is written that would need it. Also
 * rebuilds an index that an indexer of an older version has rebuilt while both run during an upgrade.
 */
export async function watchIndex(index: SearchIndex, { gate, keeper, signal }: WatchOptions): Promise<void> {
  async function look(): Promise<void> {
    const { rebuildNeeded } = await index.check();
    if (rebuildNeeded) await keeper.prepare();
  }
  const work = async () => void (gate.isOpen() && (await look().catch(gate.failed)));
  await repeat({ work, every: everyMilliseconds, signal }).ended;
}
