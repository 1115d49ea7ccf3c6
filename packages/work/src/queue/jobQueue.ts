import type { IndexJob } from '@shirube/contracts';
import { createPostgresBackend, Queue, withBackend } from 'bullmq';
import { connectRedis, type QueueOptions, queueName, redisPrefix } from './connection.js';
import { endPool, openPostgresPool } from './postgresPool.js';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
}

/** The producer side of the queue, on either backend. */
export interface JobQueue {
  /** Rejects if this queue can never work and another one must be opened. */
  ready(): Promise<void>;
  add(jobs: readonly IndexJob[]): Promise<void>;
  counts(): Promise<QueueCounts>;
  /** Drops requests without a response, and reconnects. */
  reset(): void;
  close(): Promise<void>;
}

const jobOptions = {
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};
const postgres = withBackend(createPostgresBackend);
const streams = { events: { maxLen: 100 } };

// The service id is the job id, so that jobs for one service coalesce.
const toJob = (data: IndexJob) => ({
  name: 'index',
  data,
  opts: { ...jobOptions, jobId: data.id },
});

function toCounts(counts: Record<string, number>): QueueCounts {
  return { waiting: counts.waiting ?? 0, active: counts.active ?? 0, delayed: counts.delayed ?? 0 };
}

/** A BullMQ queue on either backend, with the means to reset and close it. */
export interface OpenQueue {
  queue: Queue<IndexJob> | InstanceType<typeof postgres.Queue<IndexJob>>;
  /** Drops requests without a response, and reconnects. */
  reset(): void;
  close(): Promise<void>;
}

function openRedisQueue(url: string, name: string, onError: (error: Error) => void): OpenQueue {
  const { client, end } = connectRedis(url, { offlineQueue: false, onError });
  const queue = new Queue<IndexJob>(name, { connection: client, prefix: redisPrefix, streams });
  queue.on('error', onError);
  return {
    queue,
    reset() {
      if (client.status === 'ready') client.disconnect(true);
    },
    async close() {
      end();
      await queue.close().catch(onError);
    },
  };
}

function openPostgresQueue(databaseUrl: string, name: string, onError: (error: Error) => void): OpenQueue {
  const pool = openPostgresPool(databaseUrl, { max: 2, waitMilliseconds: 3_000 });
  const queue = new postgres.Queue<IndexJob>(name, { connection: pool, streams });
  let closed = false;
  // Connections end a little later than the queue, so errors after closing are not reported.
  queue.on('error', (error) => closed || onError(error));
  return {
    queue,
    reset() {},
    async close() {
      await queue.close().catch(onError);
      await endPool(pool);
      closed = true;
    },
  };
}

/** Opens the queue that the options name, and connects in the background. */
export function openQueue(options: QueueOptions, onError: (error: Error) => void): OpenQueue {
  const { redisUrl, databaseUrl } = options;
  const name = queueName(options);
  return redisUrl ? openRedisQueue(redisUrl, name, onError) : openPostgresQueue(databaseUrl, name, onError);
}

/** Opens the producer side, and connects in the background. */
export function openJobQueue(options: QueueOptions, onError: (error: Error) => void): JobQueue {
  const { queue, reset, close } = openQueue(options, onError);
  return {
    async ready() {
      await queue.waitUntilReady();
    },
    async add(jobs) {
      await queue.addBulk(jobs.map(toJob));
    },
    counts: async () => toCounts(await queue.getJobCounts('waiting', 'active', 'delayed')),
    reset,
    close,
  };
}
