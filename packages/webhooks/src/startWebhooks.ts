import { setTimeout as delay } from 'node:timers/promises';
import { type Database, findUntold, forgetDeliveries, listen, webhooksChannel } from '@shirube/catalog';
import { createEnqueuer, createIndexWorker, type QueueOptions } from '@shirube/index-queue';
import type { GuardedRequest } from '@shirube/outbound';
import { Counter, createSparseReport, type Registry } from '@shirube/service-kit';
import { deliver } from './deliver.js';

export interface WebhooksOptions extends QueueOptions {
  database: Database;
  /** Asks only what is public. */
  request: GuardedRequest;
  metrics?: Registry | undefined;
  /** How often something is tried, and after how many milliseconds the second time; each further one waits twice as long. */
  retries?: { attempts: number; delay: number };
}

export interface Webhooks {
  /** Finishes what is under way. */
  close(): Promise<void>;
}

/** For some two hours. */
const usualRetries = { attempts: 10, delay: 15_000 };
const sweepMs = 30_000;
const concurrency = 4;

/**
 * Tells accounts of changes of status, until closed. What is to be told lies in Postgres, the queue only says when: a job
 * that is lost is made again. Any number may run side by side.
 */
export function startWebhooks({ retries = usualRetries, ...options }: WebhooksOptions): Webhooks {
  const { database, request, log, metrics } = options;
  const stop = new AbortController();
  const report = options.report ?? createSparseReport(log, 'the webhooks');
  const queue = { ...options, name: `${options.name ?? ''}webhooks`, retries, report };
  const counter = metrics && publishAttempts(metrics);
  const enqueuer = createEnqueuer(queue);
  const worker = createIndexWorker({
    ...queue,
    concurrency,
    process: (id) =>
      deliver(id, {
        database,
        request,
        attempts: retries.attempts,
        onAttempt: (outcome) => counter?.inc({ outcome }),
      }),
  });
  const listener = listen(database, webhooksChannel, enqueuer.enqueue);
  const sweeping = sweep();

  // A job that is there already is not made twice, however long it waits for its next attempt.
  async function sweep(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        enqueuer.enqueue(await findUntold(database, sweepMs / 1000, 100));
        await forgetDeliveries(database);
      } catch (error) {
        report.failed(error);
      }
      await delay(sweepMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  return {
    async close() {
      stop.abort();
      await sweeping;
      await Promise.all([worker.close(), enqueuer.close(), listener.close()]);
    },
  };
}

function publishAttempts(registry: Registry): Counter<'outcome'> {
  const counter = new Counter({
    name: 'shirube_webhook_attempts_total',
    help: 'Attempts to tell accounts of changes of status, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of ['delivered', 'refused', 'given_up']) counter.inc({ outcome }, 0);
  return counter;
}
