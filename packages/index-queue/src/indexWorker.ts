import { type IndexJob, isServiceId } from '@shirube/contracts';
import { createPostgresBackend, type Job, Worker, withBackend } from 'bullmq';
import { connectRedis, defaultName, postgresPool, type QueueOptions, redisPrefix } from './connection.js';
import { withDeadline } from './deadline.js';
import { createSparseReport, type SparseReport } from './sparseReport.js';

export interface IndexWorkerOptions extends QueueOptions {
  /** Jobs that are worked on at once. */
  concurrency: number;
  /** Indexes one service, announced in the trace of `traceparent`. A rejection lets the queue try again later. */
  process: (id: string, traceparent?: string) => Promise<void>;
}

export interface IndexWorker {
  /** Takes no further job, waits for those under way (some seconds at most) and disconnects. */
  close(): Promise<void>;
}

/** One attempt at a running worker on either backend. */
interface RunningWorker {
  ready(): Promise<void>;
  run(): Promise<void>;
  close(): Promise<void>;
}

const closeMilliseconds = 4_000;
const reopenMilliseconds = 1_000;
// More would wait for each other's locks; the many jobs that end with one batch take turns on these.
const postgresConnections = { max: 3, waitMilliseconds: 15_000 };

const workerOptions = {
  autorun: false,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  // Jobs of a worker that died come back after this; the claims in the ledger last about as long.
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 3,
  runRetryDelay: 1_000,
};

function processor({ process, log }: IndexWorkerOptions, report: SparseReport) {
  return async (job: Job<IndexJob>) => {
    report.recovered();
    if (!isServiceId(job.data.id))
      return log.warn({ job: job.id }, 'a job that names no service was left out');
    await process(job.data.id, job.data.traceparent);
  };
}

function openRedisWorker(url: string, options: IndexWorkerOptions, report: SparseReport): RunningWorker {
  const { client, end } = connectRedis(url, { offlineQueue: true, onError: report.failed });
  const worker = new Worker<IndexJob>(options.name ?? defaultName, processor(options, report), {
    ...workerOptions,
    connection: client,
    prefix: redisPrefix,
    concurrency: options.concurrency,
  });
  worker.on('error', report.failed);
  return {
    ready: () => worker.waitUntilReady(),
    run: () => worker.run(),
    async close() {
      // The results of what is under way cannot reach a Redis that is down: waiting for that would not end.
      const down = client.status !== 'ready';
      if (down) end();
      await withDeadline(worker.close(down), closeMilliseconds).finally(end);
    },
  };
}

function openPostgresWorker(options: IndexWorkerOptions, report: SparseReport): RunningWorker {
  const postgres = withBackend(createPostgresBackend);
  const worker = new postgres.Worker<IndexJob>(options.name ?? defaultName, processor(options, report), {
    ...workerOptions,
    connection: postgresPool(options.databaseUrl, postgresConnections),
    concurrency: options.concurrency,
  });
  worker.on('error', report.failed);
  return {
    ready: () => worker.waitUntilReady(),
    run: () => worker.run(),
    async close() {
      await withDeadline(worker.close(), closeMilliseconds);
    },
  };
}

/** Works off the queue's jobs until closed, through any number of outages of the queue. */
export function createIndexWorker(options: IndexWorkerOptions): IndexWorker {
  const report = options.report ?? createSparseReport(options.log, 'the index queue');
  let closed = false;
  let reopen: NodeJS.Timeout | undefined;
  let current: RunningWorker | undefined;

  function open(): void {
    const worker = options.redisUrl
      ? openRedisWorker(options.redisUrl, options, report)
      : openPostgresWorker(options, report);
    current = worker;
    worker
      .ready()
      .then(() => worker.run())
      .catch(async (error) => {
        // A worker whose first connection failed never recovers: the next one starts afresh.
        if (closed) return;
        report.failed(error);
        await worker.close().catch(report.failed);
        if (!closed) reopen = setTimeout(open, reopenMilliseconds);
      });
  }
  open();

  return {
    async close() {
      closed = true;
      clearTimeout(reopen);
      await current?.close().catch(report.failed);
    },
  };
}
