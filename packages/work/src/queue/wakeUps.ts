import type { IndexJob } from '@shirube/contracts';
import { ErrorCode } from 'bullmq';
import { openConnection, type QueueConnection, type QueueOptions, reportOf } from './connection.js';

export interface WakeUpOptions extends QueueOptions {
  /** The search node whose queue is processed. */
  node: string;
  /** Called for every job, that is, when a service has changed. */
  onWake: (job: IndexJob) => void;
}

export interface WakeUps {
  /** Takes no more jobs, and disconnects. */
  close(): Promise<void>;
}

const reopenMilliseconds = 1_000;

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

/** Calls `onWake` when a job arrives, until closed. Survives any number of queue outages. */
export function createWakeUps({ node, onWake, ...options }: WakeUpOptions): WakeUps {
  const report = reportOf(options);
  let isClosed = false;
  let reopen: NodeJS.Timeout | undefined;
  let current: QueueConnection;

  async function open(): Promise<void> {
    const connection = openConnection(options, {
      isWorker: true,
      onError: (error) => void (isOthersJob(error) || report.failed(error)),
    });
    current = connection;
    const worker = connection.worker(node, async ({ data }) => {
      report.recovered();
      onWake(data);
    });
    try {
      await worker.waitUntilReady();
      await worker.run();
    } catch (error) {
      // A worker whose first connection failed never recovers, so a new one is started.
      if (isClosed) return;
      report.failed(error);
      await connection.close();
      if (!isClosed) reopen = setTimeout(open, reopenMilliseconds);
    }
  }
  void open();

  return {
    async close() {
      isClosed = true;
      clearTimeout(reopen);
      await current.close();
    },
  };
}
