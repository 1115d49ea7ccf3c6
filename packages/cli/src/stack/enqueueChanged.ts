import type { Catalog } from './openCatalog.js';
import { openQueue } from './openQueue.js';

/** Tells the indexers of changed services; a queue that is down is worth a warning, since the ledger holds them anyway. */
export async function enqueueChanged(catalog: Catalog, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const queue = openQueue(catalog, (sentence) => process.stderr.write(`Note: ${sentence}\n`));
  queue.enqueue(ids);
  await queue.close();
}
