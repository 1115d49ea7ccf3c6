import { addDeliveries, claimDeliveries, countDropped, type Database, type LogEntry } from '@shirube/catalog';
import type { GuardedRequest } from '@shirube/outbound';
import { countBy, createSparseReport, type Log, publishFigure, type Registry } from '@shirube/service-kit';
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
  /** Records deliveries for entries of the log. Those of an entry that comes again are not repeated. */
  notify(entries: readonly LogEntry[]): Promise<void>;
  /** Finishes the deliveries in progress. */
  close(): Promise<void>;
}

/** These span about two hours. */
const usualRetries = { attempts: 10, seconds: 15 };
const atOnce = 64;
const lookEvery = 1_000;

/** Attempts recorded deliveries that are due, until closed. Any number of instances may run concurrently. */
export function startWebhooks({ database, request, log, metrics, retries = usualRetries }: WebhooksOptions): Webhooks {
  const stop = new AbortController();
  const { signal } = stop;
  const report = createSparseReport(log, 'the webhooks');
  const counter = metrics && publishAttempts(metrics);
  if (metrics) {
    const help = 'Pending deliveries that were dropped, because their accounts had too many.';
    publishFigure(metrics, 'shirube_webhook_dropped', help, () => countDropped(database).catch(() => undefined));
  }
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

  return {
    async notify(entries) {
      await addDeliveries(database, entries);
      delivering.wake();
    },
    async close() {
      stop.abort();
      await delivering.ended;
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
