import type { IndexJob } from '@shirube/contracts';
import { createSparseReport, type SparseReport, withDeadline } from '@shirube/service-kit';
import { createPostgresBackend, ErrorCode, type Job, Worker, withBackend } from 'bullmq';
import { connectRedis, type QueueOptions, queueName, redisPrefix } from './connection.js';
import { endPool, openPostgresPool } from './postgresPool.js';

export interface WakeUpOptions extends QueueOptions {
  /** Called for every job, that is, when a service has changed. */
  onWake: (job: IndexJob) => void;
}

export interface WakeUps {
  /** Takes no more jobs, and disconnects. */
  close(): Promise<void>;
}

/** A running worker on either backend; replaced by a new one if it fails to start. */
interface RunningWorker {
  ready(): Promise<void>;
  run(): Promise<void>;
  close(): Promise<void>;
}

const postgres = withBackend(createPostgresBackend);
const closeMilliseconds = 4_000;
const reopenMilliseconds = 1_000;
// One of these connections listens.
const postgresConnections = { max: 4, waitMilliseconds: 15_000 };

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

const gone = new Set<unknown>([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/**
 * Whether a job is gone or belongs to another worker by now. That is fine, because the log has what remains to be done.
 */
function isOthersJob(error: Error): boolean {
  return (
    ('code' in error && gone.has(error.code)) ||
    /could not renew lock for job|^bullmq: job \S+ not active/.test(error.message)
  );
}

interface Reporting {
  report: SparseReport;
  /** Called for every error that the queue emits. */
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
      // Results of running jobs cannot reach a Redis that is down. Waiting for them would never end, and BullMQ would
      // keep renewing its locks.
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

/** Wakes the log followers when a job arrives, until closed. Survives any number of queue outages. */
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
        // A worker whose first connection failed never recovers, so a new one is started.
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
