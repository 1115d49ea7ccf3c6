import { addDeliveries, claimDeliveries, type Database, pruneDeliveries } from '@shirube/catalog';
import type { GuardedRequest } from '@shirube/outbound';
import { countBy, createSparseReport, type Log, type Registry } from '@shirube/service-kit';
import { follow } from '../follow.js';
import { repeat } from '../repeat.js';
import { deliver, type Retries } from './deliver.js';

export interface WebhooksOptions {
  database: Database;
  /** Reaches public addresses only. */
  request: GuardedRequest;
  log: Log;
  metrics?: Registry | undefined;
  retries?: Retries;
}

export interface Webhooks {
  /** Finishes the deliveries in progress. */
  close(): Promise<void>;
}

/** These span about two hours. */
const usualRetries = { attempts: 10, seconds: 15 };
const atOnce = 64;
const lookEvery = 1_000;
const pruneEvery = 600_000;

/**
 * Notifies accounts of changes of status, until closed: follows the log, records deliveries, and attempts those that
 * are due. Any number of instances may run concurrently.
 */
export function startWebhooks({ database, request, log, metrics, retries = usualRetries }: WebhooksOptions): Webhooks {
  const stop = new AbortController();
  const { signal } = stop;
  const report = createSparseReport(log, 'the webhooks');
  const counter = metrics && publishAttempts(metrics);
  const underWay = new Map<Promise<void>, string>();
  const attemptsByAccount = () => {
    const counts = new Map<string, number>();
    for (const account of underWay.values()) counts.set(account, (counts.get(account) ?? 0) + 1);
    return counts;
  };

  const delivering = repeat({
    every: lookEvery,
    report,
    signal,
    async work() {
      const claimed = await claimDeliveries(database, atOnce - underWay.size, attemptsByAccount());
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
        underWay.set(attempt, delivery.accountId);
      }
    },
  });
  const following = follow(
    'webhooks',
    async (entries) => {
      await addDeliveries(database, entries);
      delivering.wake();
    },
    // A new webhook gets only later changes.
    { database, report, signal, startOver: async () => {} },
  );
  const pruning = repeat({ every: pruneEvery, report, signal, work: () => pruneDeliveries(database) });

  return {
    async close() {
      stop.abort();
      await Promise.all([delivering.ended, following.ended, pruning.ended]);
      await Promise.all(underWay.keys());
    },
  };
}

const publishAttempts = (registry: Registry) =>
  countBy(registry, 'shirube_webhook_attempts_total', 'Attempts to deliver webhook events, by outcome.', 'outcome', [
    'delivered',
    'refused',
    'given_up',
  ]);
