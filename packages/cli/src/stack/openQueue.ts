import { nodesAtWork } from '@shirube/catalog';
import type { Log } from '@shirube/service-kit';
import type { Catalog } from './openCatalog.js';

/** The way to the indexers for the time of a command. */
export interface Queue {
  enqueue(ids: readonly string[]): void;
  /** Sends what is left. The ledger holds what the queue did not take, so that costs time only: it is told, not thrown. */
  close(): Promise<void>;
}

/** Opens the queue on Redis, or in the catalog's Postgres; `onTrouble` gets one sentence when it cannot be used. */
export async function openQueue(
  { database, settings, url }: Catalog,
  onTrouble: (sentence: string) => void,
): Promise<Queue> {
  const tell = (_fields: object, message: string) =>
    onTrouble(`Note: ${message}; the indexer finds the changes in the ledger by itself, a little later.`);
  const log: Log = { info: () => {}, warn: tell, error: tell };
  // Loaded here, since it is large and few commands need it.
  const { createNodeEnqueuer } = await import('@shirube/work');
  return createNodeEnqueuer({ redisUrl: settings.REDIS_URL, databaseUrl: url, log }, () =>
    nodesAtWork(database),
  );
}
