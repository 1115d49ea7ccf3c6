import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { IndexJob } from '@shirube/contracts';
import { createSparseReport, DeadlinePassed, withDeadline } from '@shirube/service-kit';
import type { QueueOptions } from './connection.js';
import { type JobQueue, openJobQueue, type QueueCounts } from './jobQueue.js';

interface Announcement {
  job: IndexJob;
  sent(): void;
  dropped(error: unknown): void;
}

const ignore = () => {};

/**
 * Creates the job for a changed service. In a traced request the job carries the trace context, and sending it is a
 * span.
 */
function announce(id: string): Announcement {
  if (!trace.getActiveSpan()) return { job: { id }, sent: ignore, dropped: ignore };
  const span = trace
    .getTracer('shirube')
    .startSpan('enqueue', { kind: SpanKind.PRODUCER, attributes: { 'shirube.service.id': id } });
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(context.active(), span), carrier);
  return {
    job: { id, ...(carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent }) },
    sent: () => span.end(),
    dropped(error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
      span.end();
    },
  };
}

/**
 * Wakes the indexers after a commit. A lost wake-up costs time, but never a service, because the log has it. When many
 * services change at once, only some get a job: the indexer that is woken reads all of them from the log.
 */
export interface Enqueuer {
  /** Returns at once and never throws. Ids are dropped while the queue is down; the log is still read every second. */
  enqueue(ids: string | readonly string[]): void;
  /** Returns the number of jobs; rejects while the queue is down. */
  counts(): Promise<QueueCounts>;
  /** Sends the collected ids, as far as the queue accepts them within a few seconds, and disconnects. */
  close(): Promise<void>;
}

const gatherMilliseconds = 3;
/** The minimum pause between two sends, in milliseconds, so that changes in between are announced together. */
const pauseMilliseconds = 25;
const jobsAtOnce = 5;
const tracedAtOnce = 500;
/** No caller waits for a send, so its timeout is longer than that of counts() and close(). */
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
      // A traced service gets a job of its own.
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
