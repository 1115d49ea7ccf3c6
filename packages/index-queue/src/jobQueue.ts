import type { IndexJob } from '@shirube/contracts';
import { createPostgresBackend, Queue, withBackend } from 'bullmq';
import { connectRedis, defaultName, postgresPool, type QueueOptions, redisPrefix } from './connection.js';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
}

/** The sending end of the queue on either backend. */
export interface JobQueue {
  /** Rejects when this queue will never work and another one must be opened. */
  ready(): Promise<void>;
  add(ids: readonly string[]): Promise<void>;
  counts(): Promise<QueueCounts>;
  /** Drops what was sent and not answered; the connection is made anew. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * A job fails when the engine or the database is down. After the last attempt it is gone, and the ledger, which still
 * holds its id, brings it again.
 */
const jobOptions = {
  attempts: 4,
  backoff: { type: 'exponential', delay: 250 },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};
const streams = { events: { maxLen: 100 } };

// The service id is the job id, so that jobs for one service coalesce.
const toJob = (id: string) => ({ name: 'index', data: { id }, opts: { ...jobOptions, jobId: id } });

function toCounts(counts: Record<string, number>): QueueCounts {
  return { waiting: counts.waiting ?? 0, active: counts.active ?? 0, delayed: counts.delayed ?? 0 };
}

function openRedisQueue(url: string, name: string, onError: (error: Error) => void): JobQueue {
  const { client, end } = connectRedis(url, { offlineQueue: false, onError });
  const queue = new Queue<IndexJob>(name, { connection: client, prefix: redisPrefix, streams });
  queue.on('error', onError);
  return {
    async ready() {
      await queue.waitUntilReady();
    },
    async add(ids) {
      await queue.addBulk(ids.map(toJob));
    },
    counts: async () => toCounts(await queue.getJobCounts('waiting', 'active', 'delayed')),
    reset() {
      if (client.status === 'ready') client.disconnect(true);
    },
    async close() {
      end();
      await queue.close().catch(onError);
    },
  };
}

function openPostgresQueue(databaseUrl: string, name: string, onError: (error: Error) => void): JobQueue {
  const postgres = withBackend(createPostgresBackend);
  const queue = new postgres.Queue<IndexJob>(name, { connection: postgresPool(databaseUrl, 2), streams });
  queue.on('error', onError);
  return {
    async ready() {
      await queue.waitUntilReady();
    },
    async add(ids) {
      await queue.addBulk(ids.map(toJob));
    },
    counts: async () => toCounts(await queue.getJobCounts('waiting', 'active', 'delayed')),
    reset() {},
    async close() {
      await queue.close().catch(onError);
    },
  };
}

/** Opens the sending end; connecting goes on in the background. */
export function openJobQueue(
  { redisUrl, databaseUrl, name = defaultName }: QueueOptions,
  onError: (error: Error) => void,
): JobQueue {
  return redisUrl ? openRedisQueue(redisUrl, name, onError) : openPostgresQueue(databaseUrl, name, onError);
}
