import { mainNode } from '@shirube/contracts';
import type { Log, SparseReport } from '@shirube/service-kit';
import { Redis, type RedisOptions } from 'ioredis';

/** Where the queue of a search node lives: on Redis when there is one, else in the catalog's own Postgres. */
export interface QueueOptions {
  redisUrl?: string | undefined;
  databaseUrl: string;
  log: Log;
  /** The search node whose indexers work the queue off: `main` when left out. */
  node?: string | undefined;
  /** Told how the queue is, by several users of it together; else each tells the log by itself. */
  report?: SparseReport | undefined;
  /** Another queue than that of the indexers. */
  name?: string | undefined;
}

const defaultName = 'index-service';

/** Each node has a queue of its own; that of `main` has the name that it had when there was only one. */
export const queueName = ({ name = defaultName, node = mainNode }: QueueOptions): string =>
  node === mainNode ? name : `${name}-${node}`;

export const redisPrefix = 'shirube';

export interface RedisLink {
  client: Redis;
  /**
   * From now on no connection is made anew, neither this one nor one that was duplicated from it. False when one of them
   * is down: nobody would hear of its end.
   */
  stopReconnecting(): boolean;
  /** Ends them all. */
  end(): void;
}

/** A connection that knows those that were duplicated from it. */
class Connection extends Redis {
  readonly copies: Redis[] = [];

  override duplicate(options?: Partial<RedisOptions>): Redis {
    const copy = super.duplicate(options);
    this.copies.push(copy);
    return copy;
  }
}

/** A connection that comes back by itself. Errors that nobody listens for would be printed, so `onError` is a must. */
export function connectRedis(
  url: string,
  { offlineQueue, onError }: { offlineQueue: boolean; onError: (error: Error) => void },
): RedisLink {
  let stopped = false;
  const client = new Connection(url, {
    enableOfflineQueue: offlineQueue,
    // A worker's commands wait for Redis to come back, however long that takes.
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: offlineQueue,
    connectTimeout: 3_000,
    retryStrategy: (times) => (stopped ? null : Math.min(times * 100, 1_000)),
  });
  client.on('error', onError);
  return {
    client,
    stopReconnecting() {
      stopped = true;
      return [client, ...client.copies].every(({ status }) => status === 'ready');
    },
    end() {
      stopped = true;
      for (const connection of [client, ...client.copies]) connection.disconnect();
    },
  };
}
