import { createSparseReport, withDeadline } from '@shirube/service-kit';
import { Queue } from 'bullmq';
import type { QueueOptions } from './connection.js';
import { createEnqueuer } from './enqueuer.js';
import { openQueue, type QueueCounts } from './jobQueue.js';

/** Returns the number of jobs in the queues of these search nodes together; undefined if they cannot be reached. */
export async function countJobs(
  options: Omit<QueueOptions, 'node'>,
  nodes: readonly string[],
): Promise<QueueCounts | undefined> {
  const enqueuers = nodes.map((node) => createEnqueuer({ ...options, node }));
  try {
    const all = await Promise.all(enqueuers.map((enqueuer) => enqueuer.counts()));
    const sum = (name: keyof QueueCounts) => all.reduce((total, counts) => total + counts[name], 0);
    return { waiting: sum('waiting'), active: sum('active'), delayed: sum('delayed') };
  } catch {
    return undefined;
  } finally {
    await Promise.all(enqueuers.map((enqueuer) => enqueuer.close()));
  }
}

/** The queue itself, for a page that lists its jobs. */
export interface QueueView {
  queue: Queue;
  close(): Promise<void>;
}

const answerMilliseconds = 3_000;

/**
 * Resolves once the queue responds, and rejects if it does not within some seconds. Reconnects by itself afterwards.
 */
export async function openQueueView(options: QueueOptions): Promise<QueueView> {
  const report = createSparseReport(options.log, 'the index queue');
  const { queue, close } = openQueue(options, (error) => report.failed(error));
  const shown: object = queue;
  try {
    await withDeadline(queue.waitUntilReady(), answerMilliseconds);
    if (!(shown instanceof Queue)) throw new Error('this backend has no queue that can be shown');
    return { queue: shown, close };
  } catch (error) {
    void close();
    throw error;
  }
}
