import type { IndexJob } from '@shirube/contracts';
import { createSparseReport, type SparseReport, withDeadline } from '@shirube/service-kit';
import { createPostgresBackend, ErrorCode, type Job, Worker, withBackend } from 'bullmq';
import { connectRedis, type QueueOptions, queueName, redisPrefix } from './connection.js';
import { endPool, openPostgresPool } from './postgresPool.js';

export interface WakeUpOptions extends QueueOptions {
  /** Called for every job: a service has changed. */
  onWake: (job: IndexJob) => void;
}

export interface WakeUps {
  /** Takes no further job and disconnects. */
  close(): Promise<void>;
}

/** One attempt at a running worker on either backend. */
interface RunningWorker {
  ready(): Promise<void>;
  run(): Promise<void>;
  close(): Promise<void>;
}

const postgres = withBackend(createPostgresBackend);
const closeMilliseconds = 4_000;
const reopenMilliseconds = 1_000;
// One listens.
const postgresConnections = { max: 4, waitMilliseconds: 15_000 };

const workerOptions = {
  autorun: false,
  // A job is done as soon as it is heard of.
  concurrency: 20,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  lockDuration: 30_000,
  stalledInterval: 30_000,
  maxStalledCount: 3,
  runRetryDelay: 1_000,
};

const gone = new Set<unknown>([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/** Whether a job has ended without this worker or is another's by now: the log knows what is left to be done. */
function isOthersJob(error: Error): boolean {
  return (
    ('code' in error && gone.has(error.code)) ||
    /could not renew lock for job|^bullmq: job \S+ not active/.test(error.message)
  );
}

interface Reporting {
  report: SparseReport;
  /** Hears of every error that the queue meets by itself. */
  onError: (error: Error) => void;
}

function processor({ onWake }: WakeUpOptions, report: SparseReport) {
  return async (job: Job<IndexJob>) => {
    report.recovered();
    onWake(job.data);
  };
}

function openRedisWorker(options: WakeUpOptions, url: string, { report, onError }: Reporting): RunningWorker {
  const { client, stopReconnecting, end } = connectRedis(url, { offlineQueue: true, onError });
  const worker = new Worker<IndexJob>(queueName(options), processor(options, report), {
    ...workerOptions,
    connection: client,
    prefix: redisPrefix,
  });
  worker.on('error', onError);
  return {
    ready: () => worker.waitUntilReady(),
    run: () => worker.run(),
    async close() {
      // The results of what is under way cannot reach a Redis that is down: waiting for that would not end, and BullMQ
      // would go on renewing its locks for ever.
      const isDown = !stopReconnecting();
      if (isDown) end();
      await withDeadline(worker.close(isDown), closeMilliseconds).finally(end);
    },
  };
}

function openPostgresWorker(options: WakeUpOptions, { report, onError }: Reporting): RunningWorker {
  const pool = openPostgresPool(options.databaseUrl, postgresConnections);
  const worker = new postgres.Worker<IndexJob>(queueName(options), processor(options, report), {
    ...workerOptions,
    connection: pool,
  });
  worker.on('error', onError);
  return {
    ready: () => worker.waitUntilReady(),
    run: () => worker.run(),
    close: () =>
      withDeadline(
        worker.close().finally(() => endPool(pool)),
        closeMilliseconds,
      ),
  };
}

/** Wakes whoever follows the log when a job comes, until closed, through any number of outages of the queue. */
export function createWakeUps(options: WakeUpOptions): WakeUps {
  const report = options.report ?? createSparseReport(options.log, 'the index queue');
  let closed = false;
  let reopen: NodeJS.Timeout | undefined;
  let current: RunningWorker | undefined;
  const onError = (error: Error) => {
    if (!closed && !isOthersJob(error)) report.failed(error);
  };

  function open(): void {
    const reporting = { report, onError };
    const worker = options.redisUrl
      ? openRedisWorker(options, options.redisUrl, reporting)
      : openPostgresWorker(options, reporting);
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
      await current?.close().catch(() => {});
    },
  };
}
