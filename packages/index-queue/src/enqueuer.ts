import { type Announcement, announce } from './announcement.js';
import type { QueueOptions } from './connection.js';
import { DeadlinePassed, withDeadline } from './deadline.js';
import { type JobQueue, openJobQueue, type QueueCounts } from './jobQueue.js';
import { createSparseReport } from './sparseReport.js';

/** Announces changed services to the indexers. Losing an announcement costs time, never a service: the ledger has it. */
export interface Enqueuer {
  /** Returns at once and never throws. While the queue is down ids are dropped, and the sweeper brings them later. */
  enqueue(ids: string | readonly string[]): void;
  /** How many jobs there are; rejects while the queue is down. */
  counts(): Promise<QueueCounts>;
  /** Sends what was gathered, as far as the queue takes it within a few seconds, and disconnects. */
  close(): Promise<void>;
}

const gatherMilliseconds = 3;
const sendAtMost = 1_000;
const holdAtMost = 20_000;
const answerMilliseconds = 3_000;

export function createEnqueuer(options: QueueOptions): Enqueuer {
  const report = createSparseReport(options.log, 'the index queue');
  const gathered = new Map<string, Announcement>();
  let queue: JobQueue | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let overflow = 0;
  let closed = false;

  async function readyQueue(): Promise<JobQueue> {
    queue ??= openJobQueue(options, (error) => report.failed(error));
    const current = queue;
    const ready = current.ready().catch((error) => {
      if (queue === current) queue = undefined;
      void current.close();
      throw error;
    });
    await withDeadline(ready, answerMilliseconds);
    return current;
  }

  async function send(announcements: Announcement[]): Promise<void> {
    try {
      const ready = await readyQueue();
      await withDeadline(ready.add(announcements.map(({ job }) => job)), answerMilliseconds).catch(
        (error) => {
          if (error instanceof DeadlinePassed) ready.reset();
          throw error;
        },
      );
      for (const { sent } of announcements) sent();
      report.recovered();
      if (overflow > 0)
        options.log.warn(
          { leftToSweeper: overflow },
          'the index queue did not keep up with the announcements',
        );
    } catch (error) {
      for (const { dropped } of announcements) dropped(error);
      report.failed(error, { leftToSweeper: announcements.length + overflow });
    }
    overflow = 0;
  }

  function takeGathered(): Announcement[] {
    const announcements = [...gathered.values()].slice(0, sendAtMost);
    for (const { job } of announcements) gathered.delete(job.id);
    return announcements;
  }

  function flush(): void {
    timer = undefined;
    if (sending || gathered.size === 0) return;
    sending = send(takeGathered()).finally(() => {
      sending = undefined;
      flush();
    });
  }

  void readyQueue().catch((error) => report.failed(error));

  return {
    enqueue(ids) {
      if (closed) return;
      for (const id of typeof ids === 'string' ? [ids] : ids) {
        if (gathered.has(id)) continue;
        if (gathered.size < holdAtMost) gathered.set(id, announce(id));
        else overflow++;
      }
      timer ??= setTimeout(flush, gatherMilliseconds);
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
