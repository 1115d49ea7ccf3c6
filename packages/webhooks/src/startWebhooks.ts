import { addDeliveries, claimDeliveries, type Database, pruneDeliveries } from '@shirube/catalog';
import type { GuardedRequest } from '@shirube/outbound';
import { Counter, createSparseReport, type Log, type Registry } from '@shirube/service-kit';
import { followLog, repeat } from '@shirube/work';
import { deliver, type Retries } from './deliver.js';

export interface WebhooksOptions {
  database: Database;
  /** Asks only what is public. */
  request: GuardedRequest;
  log: Log;
  metrics?: Registry | undefined;
  retries?: Retries;
}

export interface Webhooks {
  /** Finishes what is under way. */
  close(): Promise<void>;
}

/** For some two hours. */
const usualRetries = { attempts: 10, seconds: 15 };
const atOnce = 64;
const lookEvery = 1_000;
const pruneEvery = 600_000;

/**
 * Tells accounts of changes of status, until closed: follows the log, notes for whom there is something, and attempts what
 * is due. Any number may run side by side.
 */
export function startWebhooks({ database, request, log, metrics, retries = usualRetries }: WebhooksOptions): Webhooks {
  const stop = new AbortController();
  const { signal } = stop;
  const report = createSparseReport(log, 'the webhooks');
  const counter = metrics && publishAttempts(metrics);
  const underWay = new Set<Promise<void>>();

  const delivering = repeat({
    every: lookEvery,
    report,
    signal,
    async work() {
      const claimed = await claimDeliveries(database, atOnce - underWay.size);
      for (const delivery of claimed) {
        const attempt = deliver(delivery, {
          database,
          request,
          retries,
          onAttempt: (outcome) => counter?.inc({ outcome }),
        })
          .catch(report.failed)
          .finally(() => {
            underWay.delete(attempt);
            delivering.wake();
          });
        underWay.add(attempt);
      }
    },
  });
  const following = followLog(
    {
      name: 'webhooks',
      // Whoever sets a webhook is told of what happens from then on.
      startOver: async () => {},
      async handle(entries) {
        await addDeliveries(database, entries);
        delivering.wake();
      },
    },
    { database, report, signal },
  );
  const pruning = repeat({ every: pruneEvery, report, signal, work: () => pruneDeliveries(database) });

  return {
    async close() {
      stop.abort();
      await Promise.all([delivering.ended, following.ended, pruning.ended]);
      await Promise.all(underWay);
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
