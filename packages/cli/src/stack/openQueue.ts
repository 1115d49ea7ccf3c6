import { nodesAtWork } from '@shirube/catalog';
import type { Log } from '@shirube/service-kit';
import type { Catalog } from './openCatalog.js';

/** The queue to the indexers for the duration of a command. It is opened on first use. */
export interface Queue {
  enqueue(ids: readonly string[]): Promise<void>;
  /** Sends the remaining jobs. A failure is reported, not thrown: the log has the changes, so they are only delayed. */
  close(): Promise<void>;
}

/** Opens the queue on Redis or in the catalog's Postgres. `onTrouble` gets one sentence if it cannot be used. */
export function openQueue({ database, settings, url, alone }: Catalog, onTrouble: (sentence: string) => void): Queue {
  const tell = (_fields: object, message: string) =>
    onTrouble(`Note: ${message}; the indexer finds the changes in the log itself, a little later.`);
  const log: Log = { info: () => {}, warn: tell, error: tell };
  const open = async () => {
    // Loaded lazily, because it is large and few commands need it.
    const { createEnqueuer } = await import('@shirube/work');
    return createEnqueuer({ redisUrl: settings.REDIS_URL, databaseUrl: url, log }, () => nodesAtWork(database));
  };
  let queue: ReturnType<typeof open> | undefined;
  return {
    async enqueue(ids) {
      // Without running services there is no indexer to wake. The next start reads the whole catalog.
      if (ids.length === 0 || alone) return;
      queue ??= open();
      (await queue).enqueue(ids);
    },
    close: async () => (await queue)?.close(),
  };
}

/** Wakes the indexers for changed services. If the queue is down, it only prints a note: the log has the changes. */
export async function enqueueChanged(catalog: Catalog, ids: readonly string[]): Promise<void> {
  const queue = openQueue(catalog, (sentence) => process.stderr.write(`${sentence}\n`));
  await queue.enqueue(ids);
  await queue.close();
}
