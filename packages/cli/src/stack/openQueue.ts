import { nodesAtWork } from '@shirube/catalog';
import type { Log } from '@shirube/service-kit';
import type { Catalog } from './openCatalog.js';

/** The way to the indexers for the time of a command; opened when there is something to tell. */
export interface Queue {
  enqueue(ids: readonly string[]): Promise<void>;
  /** Sends what is left. The log holds what the queue did not take, so that costs time only: it is told, not thrown. */
  close(): Promise<void>;
}

/** The queue on Redis, or in the catalog's Postgres; `onTrouble` gets one sentence when it cannot be used. */
export function openQueue({ database, settings, url, alone }: Catalog, onTrouble: (sentence: string) => void): Queue {
  const tell = (_fields: object, message: string) =>
    onTrouble(`Note: ${message}; the indexer finds the changes in the log by itself, a little later.`);
  const log: Log = { info: () => {}, warn: tell, error: tell };
  const open = async () => {
    // Loaded here, since it is large and few commands need it.
    const { createNodeEnqueuer } = await import('@shirube/work');
    return createNodeEnqueuer({ redisUrl: settings.REDIS_URL, databaseUrl: url, log }, () => nodesAtWork(database));
  };
  let queue: ReturnType<typeof open> | undefined;
  return {
    async enqueue(ids) {
      // With nobody at work there is nobody to tell: the next start reads the whole catalog.
      if (ids.length === 0 || alone) return;
      queue ??= open();
      (await queue).enqueue(ids);
    },
    close: async () => (await queue)?.close(),
  };
}

/** Tells the indexers of changed services; a queue that is down is worth a note, since the log holds them anyway. */
export async function enqueueChanged(catalog: Catalog, ids: readonly string[]): Promise<void> {
  const queue = openQueue(catalog, (sentence) => process.stderr.write(`${sentence}\n`));
  await queue.enqueue(ids);
  await queue.close();
}
