import { createSparseReport, withDeadline } from '@shirube/service-kit';
import { Queue } from 'bullmq';
import type { QueueOptions } from './connection.js';
import { openQueue } from './jobQueue.js';

/** The queue itself, for a page that shows its jobs. */
export interface QueueView {
  queue: Queue;
  close(): Promise<void>;
}

const answerMilliseconds = 3_000;

/** Resolves once the queue answers, and rejects if it does not within some seconds; afterwards it reconnects by itself. */
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
