import { mainNode } from '@shirube/contracts';
import type { Log, SparseReport } from '@shirube/service-kit';
import { Redis, type RedisOptions } from 'ioredis';

/** Where the queue of a search node is: on Redis if it is configured, otherwise in the catalog's Postgres. */
export interface QueueOptions {
  redisUrl?: string | undefined;
  databaseUrl: string;
  log: Log;
  /** The search node whose indexers process the queue; `main` by default. */
  node?: string | undefined;
  /** Shared by several users of the queue to report its state. If not given, each reports to the log on its own. */
  report?: SparseReport | undefined;
  /** The name of a queue other than that of the indexers. */
  name?: string | undefined;
}

const defaultName = 'index-service';

/** Each node has its own queue. The queue of `main` keeps the name from when there was only one. */
export const queueName = ({ name = defaultName, node = mainNode }: QueueOptions): string =>
  node === mainNode ? name : `${name}-${node}`;

export const redisPrefix = 'shirube';

export interface RedisLink {
  client: Redis;
  /**
   * Stops reconnecting, for this connection and its duplicates. Returns false if one of them is down: its end would go
   * unnoticed.
   */
  stopReconnecting(): boolean;
  /** Ends this connection and its duplicates. */
  end(): void;
}

/** A connection that tracks its duplicates. */
class Connection extends Redis {
  readonly copies: Redis[] = [];

  override duplicate(options?: Partial<RedisOptions>): Redis {
    const copy = super.duplicate(options);
    this.copies.push(copy);
    return copy;
  }
}

/** Opens a connection that reconnects by itself. `onError` is required, because unhandled errors would be printed. */
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
