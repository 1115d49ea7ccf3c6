import type { IndexJob } from '@shirube/contracts';
import { createPostgresBackend, Queue, withBackend } from 'bullmq';
import { connectRedis, type QueueOptions, queueName, redisPrefix } from './connection.js';
import { endPool, openPostgresPool } from './postgresPool.js';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
}

/** The sending end of the queue on either backend. */
export interface JobQueue {
  /** Rejects when this queue will never work and another one must be opened. */
  ready(): Promise<void>;
  add(jobs: readonly IndexJob[]): Promise<void>;
  counts(): Promise<QueueCounts>;
  /** Drops what was sent and not answered; the connection is made anew. */
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

/** A BullMQ queue on either backend, with what its backend needs to be reset and closed. */
export interface OpenQueue {
  queue: Queue<IndexJob> | InstanceType<typeof postgres.Queue<IndexJob>>;
  /** Drops what was sent and not answered; the connection is made anew. */
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
  // Connections end a little later than the queue: a server that stops just then is no news.
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

/** Opens the queue where the options say it lives; connecting goes on in the background. */
export function openQueue(options: QueueOptions, onError: (error: Error) => void): OpenQueue {
  const { redisUrl, databaseUrl } = options;
  const name = queueName(options);
  return redisUrl ? openRedisQueue(redisUrl, name, onError) : openPostgresQueue(databaseUrl, name, onError);
}

/** Opens the sending end; connecting goes on in the background. */
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
