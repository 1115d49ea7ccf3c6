import { type IndexJob, isServiceId } from '@shirube/contracts';
import { createSparseReport, type SparseReport, withDeadline } from '@shirube/service-kit';
import { createPostgresBackend, ErrorCode, type Job, Worker, withBackend } from 'bullmq';
import { connectRedis, type QueueOptions, queueName, redisPrefix } from './connection.js';
import { endPool, openPostgresPool } from './postgresPool.js';

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

const postgres = withBackend(createPostgresBackend);
const closeMilliseconds = 4_000;
const reopenMilliseconds = 1_000;
// One listens; of the others more would wait for each other's locks, and the many jobs that end with one batch take
// turns on them.
const postgresConnections = { max: 4, waitMilliseconds: 15_000 };

const workerOptions = {
  autorun: false,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  // A batch may take long on a busy machine, whose event loop may also be late to say that it is alive. Nobody waits
  // for the jobs of a worker that died: the sweeper takes up what they were about as soon as its claims run out.
  lockDuration: 120_000,
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

/** Whether a job has ended without this worker or is another's by now: the ledger knows what is left to be done. */
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

function processor({ process, log }: IndexWorkerOptions, report: SparseReport) {
  return async (job: Job<IndexJob>) => {
    report.recovered();
    if (!isServiceId(job.data.id))
      return log.warn({ job: job.id }, 'a job that names no service was left out');
    await process(job.data.id, job.data.traceparent);
  };
}

function openRedisWorker(
  options: IndexWorkerOptions,
  url: string,
  { report, onError }: Reporting,
): RunningWorker {
  const { client, stopReconnecting, end } = connectRedis(url, { offlineQueue: true, onError });
  const worker = new Worker<IndexJob>(queueName(options), processor(options, report), {
    ...workerOptions,
    concurrency: options.concurrency,
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

function openPostgresWorker(options: IndexWorkerOptions, { report, onError }: Reporting): RunningWorker {
  const pool = openPostgresPool(options.databaseUrl, postgresConnections);
  const worker = new postgres.Worker<IndexJob>(queueName(options), processor(options, report), {
    ...workerOptions,
    concurrency: options.concurrency,
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

/** Works off the queue's jobs until closed, through any number of outages of the queue. */
export function createIndexWorker(options: IndexWorkerOptions): IndexWorker {
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
      // What does not end in time is in the ledger still, and is done after the next start.
      await current?.close().catch(() => {});
    },
  };
}
