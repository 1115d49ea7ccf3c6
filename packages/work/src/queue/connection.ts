import { type IndexJob, mainNode } from '@shirube/contracts';
import { createSparseReport, type Log, type SparseReport, withDeadline } from '@shirube/service-kit';
import { createPostgresBackend, type Job, Queue, Worker, withBackend } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { openPostgresPool } from './postgresPool.js';

/** Where the queues of the search nodes are: on Redis if it is configured, otherwise in the catalog's Postgres. */
export interface QueueOptions {
  redisUrl?: string | undefined;
  databaseUrl: string;
  log: Log;
  /** Shared by several users of the queue to report its state. If not given, each reports to the log on its own. */
  report?: SparseReport | undefined;
  /** The name of the queues, if it is not that of the indexers. */
  name?: string | undefined;
}

export const reportOf = ({ report, log }: QueueOptions): SparseReport =>
  report ?? createSparseReport(log, 'the index queue');

/** Each node has its own queue. The queue of `main` keeps the name from when there was only one. */
const queueName = (name = 'index-service', node: string): string => (node === mainNode ? name : `${name}-${node}`);

const postgres = withBackend(createPostgresBackend);
type BullQueue = Queue<IndexJob> | InstanceType<typeof postgres.Queue<IndexJob>>;
type BullWorker = Worker<IndexJob> | InstanceType<typeof postgres.Worker<IndexJob>>;
type Process = (job: Job<IndexJob>) => Promise<void>;

/** A connection to the queues, on either backend. It reconnects by itself. */
export interface QueueConnection {
  queue(node: string): BullQueue;
  worker(node: string, process: Process): BullWorker;
  /** Drops requests without a response, and reconnects. */
  reset(): void;
  /** Closes what was opened, and disconnects. Never rejects. */
  close(): Promise<void>;
}

interface Backend extends Pick<QueueConnection, 'reset'> {
  queue(name: string): BullQueue;
  worker(name: string, process: Process): BullWorker;
  /** Stops reconnecting. Returns true if it is down: responses would never come. */
  stop(): boolean;
  end(): Promise<void> | void;
}

const closeMilliseconds = 4_000;
const queueOptions = { streams: { events: { maxLen: 100 } } };
const workerOptions = {
  autorun: false,
  // A job is done as soon as it is received.
  concurrency: 20,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  lockDuration: 30_000,
  stalledInterval: 30_000,
  maxStalledCount: 3,
  runRetryDelay: 1_000,
};

/** A connection that tracks its duplicates: BullMQ makes one for a worker to wait on. */
class RedisConnection extends Redis {
  readonly copies: Redis[] = [];

  override duplicate(options?: Partial<RedisOptions>): Redis {
    const copy = super.duplicate(options);
    this.copies.push(copy);
    return copy;
  }
}

function openRedis(url: string, isWorker: boolean, onError: (error: Error) => void): Backend {
  let isStopped = false;
  const connection = new RedisConnection(url, {
    // A worker's commands wait for Redis to come back, however long that takes. Those of a producer fail at once.
    enableOfflineQueue: isWorker,
    maxRetriesPerRequest: null,
    autoResendUnfulfilledCommands: isWorker,
    connectTimeout: 3_000,
    retryStrategy: (times) => (isStopped ? null : Math.min(times * 100, 1_000)),
  });
  connection.on('error', onError);
  const all = () => [connection, ...connection.copies];
  const place = { connection, prefix: 'shirube' };
  return {
    queue: (name) => new Queue<IndexJob>(name, { ...queueOptions, ...place }),
    worker: (name, process) => new Worker<IndexJob>(name, process, { ...workerOptions, ...place }),
    reset() {
      if (connection.status === 'ready') connection.disconnect(true);
    },
    stop() {
      isStopped = true;
      return !all().every(({ status }) => status === 'ready');
    },
    end() {
      for (const each of all()) each.disconnect();
    },
  };
}

function openPostgres(databaseUrl: string, isWorker: boolean): Backend {
  // A worker listens on one of its connections.
  const pool = openPostgresPool(databaseUrl, isWorker ? { max: 4, waitMilliseconds: 15_000 } : { max: 2 });
  const place = { connection: pool };
  return {
    queue: (name) => new postgres.Queue<IndexJob>(name, { ...queueOptions, ...place }),
    worker: (name, process) => new postgres.Worker<IndexJob>(name, process, { ...workerOptions, ...place }),
    reset() {},
    stop: () => false,
    end: () => pool.end(),
  };
}

/** Connects in the background, for a worker or for a producer. `onError` gets every error until it is closed. */
export function openConnection(
  { redisUrl, databaseUrl, name }: QueueOptions,
  { isWorker, onError }: { isWorker: boolean; onError: (error: Error) => void },
): QueueConnection {
  let closing: Promise<void> | undefined;
  const tell = (error: Error) => void (closing || onError(error));
  const backend = redisUrl ? openRedis(redisUrl, isWorker, tell) : openPostgres(databaseUrl, isWorker);
  const queues = new Map<string, BullQueue>();
  const workers: BullWorker[] = [];

  async function close(): Promise<void> {
    // Results of running jobs cannot reach a Redis that is down. Waiting for them would never end, and BullMQ would keep
    // renewing its locks.
    const isDown = backend.stop();
    if (isDown) await backend.end();
    const closed = [
      ...workers.map((worker) => worker.close(isDown)),
      ...[...queues.values()].map((queue) => queue.close()),
    ];
    await withDeadline(Promise.all(closed), closeMilliseconds).catch(() => {});
    await backend.end();
  }

  return {
    queue(node) {
      let queue = queues.get(node);
      if (queue) return queue;
      queue = backend.queue(queueName(name, node));
      queue.on('error', tell);
      queues.set(node, queue);
      return queue;
    },
    worker(node, process) {
      const worker = backend.worker(queueName(name, node), process);
      worker.on('error', tell);
      workers.push(worker);
      return worker;
    },
    reset: backend.reset,
    close: () => (closing ??= close()),
  };
}
