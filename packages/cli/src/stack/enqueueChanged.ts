import type { Catalog } from './openCatalog.js';
import { openQueue } from './openQueue.js';

/** Tells the indexers of changed services; a queue that is down is worth a note, since the ledger holds them anyway. */
export async function enqueueChanged(catalog: Catalog, ids: readonly string[]): Promise<void> {
  // With nobody at work there is nobody to tell: the next start reads the whole catalog.
  if (ids.length === 0 || catalog.alone) return;
  const queue = await openQueue(catalog, (sentence) => process.stderr.write(`${sentence}\n`));
  queue.enqueue(ids);
  await queue.close();
}
