import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type IndexJob, mainNode } from '@shirube/contracts';
import { DeadlinePassed, withDeadline } from '@shirube/service-kit';
import { openConnection, type QueueConnection, type QueueOptions, reportOf } from './connection.js';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
}

/**
 * Wakes the indexers after a commit. A lost wake-up costs time, but never a service, because the log has it. When many
 * services change at once, only some get a job: the indexer that is woken reads all of them from the log.
 */
export interface Enqueuer {
  /** Returns at once and never throws. Ids are dropped while the queue is down; the log is still read every second. */
  enqueue(ids: string | readonly string[]): void;
  /** Returns the number of jobs in the queues of all nodes together; rejects while they are down. */
  counts(): Promise<QueueCounts>;
  /** Sends the collected ids, as far as the queue accepts them within a few seconds, and disconnects. */
  close(): Promise<void>;
}

const gatherMilliseconds = 3;
/** The minimum pause between two sends, in milliseconds, so that changes in between are announced together. */
const pauseMilliseconds = 25;
const jobsAtOnce = 5;
const tracedAtOnce = 500;
const listNodesEvery = 3_000;
/** No caller waits for a send, so its timeout is longer than that of counts() and close(). */
const sendingMilliseconds = 10_000;
const answerMilliseconds = 3_000;

interface Announcement {
  job: IndexJob;
  /** Ends its span. */
  end(error?: unknown): void;
}

/**
 * Creates the job for a changed service. In a traced request the job carries the trace context, and sending it is a
 * span.
 */
function announce(id: string): Announcement {
  if (!trace.getActiveSpan()) return { job: { id }, end() {} };
  const span = trace
    .getTracer('shirube')
    .startSpan('enqueue', { kind: SpanKind.PRODUCER, attributes: { 'shirube.service.id': id } });
  const carrier: Pick<IndexJob, 'traceparent'> = {};
  propagation.inject(trace.setSpan(context.active(), span), carrier);
  return {
    job: { id, ...carrier },
    end(error) {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
      span.end();
    },
  };
}

// The service id is the job id, so that jobs for one service coalesce.
const toJob = (data: IndexJob) => ({
  name: 'index',
  data,
  opts: { removeOnComplete: true, removeOnFail: true, stackTraceLimit: 0, jobId: data.id },
});

/**
 * Opens the queues of the search nodes that `nodes` lists: only `main` by default. It is called every few seconds. A
 * change that a node misses before it is listed, or while `nodes` fails, reaches its indexer through the log.
 */
export function createEnqueuer(
  options: QueueOptions,
  nodes: () => Promise<readonly string[]> = async () => [mainNode],
): Enqueuer {
  const report = reportOf(options);
  const gathered = new Map<string, Announcement>();
  let listed: { at: number; names: readonly string[] } = { at: Number.NEGATIVE_INFINITY, names: [] };
  let connection: QueueConnection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let closed = false;

  async function readyQueue(node: string) {
    connection ??= openConnection(options, { isWorker: false, onError: report.failed });
    const current = connection;
    const queue = current.queue(node);
    const ready = queue.waitUntilReady().catch((error) => {
      // A queue whose first connection failed never recovers.
      if (connection === current) connection = undefined;
      void current.close();
      throw error;
    });
    await withDeadline(ready, sendingMilliseconds);
    return queue;
  }

  async function readyQueues() {
    if (performance.now() - listed.at > listNodesEvery) {
      const names = await nodes().catch(() => listed.names);
      listed = { at: performance.now(), names };
    }
    return Promise.all(listed.names.map(readyQueue));
  }

  async function send(announcements: readonly Announcement[]): Promise<void> {
    try {
      const jobs = announcements.map(({ job }) => toJob(job));
      const added = (await readyQueues()).map((queue) => queue.addBulk(jobs));
      await withDeadline(Promise.all(added), sendingMilliseconds);
      for (const { end } of announcements) end();
      report.recovered();
    } catch (error) {
      if (error instanceof DeadlinePassed) connection?.reset();
      for (const { end } of announcements) end(error);
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

  void readyQueues().catch(report.failed);

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
      const counted = (await readyQueues()).map((queue) => queue.getJobCounts('waiting', 'active', 'delayed'));
      const all = await withDeadline(Promise.all(counted), answerMilliseconds);
      const sum = (state: keyof QueueCounts) => all.reduce((total, counts) => total + (counts[state] ?? 0), 0);
      return { waiting: sum('waiting'), active: sum('active'), delayed: sum('delayed') };
    },
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(timer);
      flush();
      const drained = async () => {
        while (sending) await sending;
      };
      await withDeadline(drained(), answerMilliseconds).catch(report.failed);
      gathered.clear();
      await connection?.close();
    },
  };
}
