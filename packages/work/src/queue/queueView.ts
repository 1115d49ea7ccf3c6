import { mainNode } from '@shirube/contracts';
import { withDeadline } from '@shirube/service-kit';
import { Queue } from 'bullmq';
import { openConnection, type QueueOptions, reportOf } from './connection.js';
import { createEnqueuer, type QueueCounts } from './enqueuer.js';

const answerMilliseconds = 3_000;

/** Returns the number of jobs in the queues of these search nodes together; undefined if they cannot be reached. */
export async function countJobs(options: QueueOptions, nodes: readonly string[]): Promise<QueueCounts | undefined> {
  const enqueuer = createEnqueuer(options, async () => nodes);
  try {
    return await enqueuer.counts();
  } catch {
    return undefined;
  } finally {
    await enqueuer.close();
  }
}

/** The queue itself, for a page that lists its jobs. */
export interface QueueView {
  queue: Queue;
  close(): Promise<void>;
}

/**
 * Resolves once the queue of `main` responds, and rejects if it does not within some seconds. Reconnects by itself
 * afterwards.
 */
export async function openQueueView(options: QueueOptions): Promise<QueueView> {
  const { queue, close } = openConnection(options, { isWorker: false, onError: reportOf(options).failed });
  const opened: object = queue(mainNode);
  try {
    if (!(opened instanceof Queue)) throw new Error('this backend has no queue that can be shown');
    await withDeadline(opened.waitUntilReady(), answerMilliseconds);
    return { queue: opened, close };
  } catch (error) {
    void close();
    throw error;
  }
}
