import { trace } from '@opentelemetry/api';
import { createSparseReport, DeadlinePassed, withDeadline } from '@shirube/service-kit';
import { type Announcement, announce } from './announcement.js';
import type { QueueOptions } from './connection.js';
import { type JobQueue, openJobQueue, type QueueCounts } from './jobQueue.js';

/**
 * Wakes the indexers after a commit. Losing a wake-up costs time, never a service: the log has it. Of many that change
 * at the same moment some are announced: whoever is woken by one reads all of them from the log.
 */
export interface Enqueuer {
  /** Returns at once and never throws. While the queue is down ids are dropped; the log is read every second all the same. */
  enqueue(ids: string | readonly string[]): void;
  /** How many jobs there are; rejects while the queue is down. */
  counts(): Promise<QueueCounts>;
  /** Sends what was gathered, as far as the queue takes it within a few seconds, and disconnects. */
  close(): Promise<void>;
}

const gatherMilliseconds = 3;
/** Milliseconds between one sending and the next, so that what changes meanwhile is announced together. */
const pauseMilliseconds = 25;
const jobsAtOnce = 5;
const tracedAtOnce = 500;
/** Nobody waits for a sending; for what is counted, and for the end, somebody does. */
const sendingMilliseconds = 10_000;
const answerMilliseconds = 3_000;

export function createEnqueuer(options: QueueOptions): Enqueuer {
  const report = options.report ?? createSparseReport(options.log, 'the index queue');
  const gathered = new Map<string, Announcement>();
  let queue: JobQueue | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let closed = false;

  async function readyQueue(): Promise<JobQueue> {
    queue ??= openJobQueue(options, (error) => report.failed(error));
    const current = queue;
    const ready = current.ready().catch((error) => {
      if (queue === current) queue = undefined;
      void current.close();
      throw error;
    });
    await withDeadline(ready, sendingMilliseconds);
    return current;
  }

  async function send(announcements: Announcement[]): Promise<void> {
    try {
      const ready = await readyQueue();
      await withDeadline(ready.add(announcements.map(({ job }) => job)), sendingMilliseconds).catch((error) => {
        if (error instanceof DeadlinePassed) ready.reset();
        throw error;
      });
      for (const { sent } of announcements) sent();
      report.recovered();
    } catch (error) {
      for (const { dropped } of announcements) dropped(error);
      report.failed(error);
    }
  }

  function flush(): void {
    timer = undefined;
    if (sending || gathered.size === 0) return;
    const announcements = [...gathered.values()];
    gathered.clear();
    sending = send(announcements).finally(() => {
      sending = undefined;
      if (closed) flush();
      else timer = setTimeout(flush, pauseMilliseconds);
    });
  }

  void readyQueue().catch((error) => report.failed(error));

  return {
    enqueue(ids) {
      if (closed) return;
      // What is followed through its trace gets a job of its own.
      const most = trace.getActiveSpan() ? tracedAtOnce : jobsAtOnce;
      for (const id of typeof ids === 'string' ? [ids] : ids) {
        if (gathered.size >= most) break;
        if (!gathered.has(id)) gathered.set(id, announce(id));
      }
      if (!sending) timer ??= setTimeout(flush, gatherMilliseconds);
    },
    async counts() {
      const ready = await readyQueue();
      return withDeadline(ready.counts(), answerMilliseconds);
    },
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(timer);
      flush();
      const drained = async () => {
        while (sending) await sending;
      };
      await withDeadline(drained(), answerMilliseconds).catch((error) => report.failed(error));
      gathered.clear();
      await queue?.close();
    },
  };
}
