import type { Database } from '@shirube/catalog';
import { createGuardedRequest } from '@shirube/outbound';
import { createLogger, createMetrics, createSparseReport } from '@shirube/service-kit';
import { follow, startWebhooks } from '../dist/index.js';
import type { Retries } from '../dist/webhooks/deliver.js';

/** Follows the log and delivers its events, until closed, as the monitor does. */
export function notifyAccounts(
  database: Database,
  { allowPrivate = true, retries }: { allowPrivate?: boolean; retries?: Retries } = {},
) {
  const log = createLogger('test', 'silent');
  const request = createGuardedRequest({ allowPrivate, isAllowedPort: () => true });
  const webhooks = startWebhooks({ database, log, metrics: createMetrics(), request, ...(retries && { retries }) });
  const stop = new AbortController();
  const { ended } = follow('monitor', webhooks.notify, {
    database,
    report: createSparseReport(log, 'the log'),
    signal: stop.signal,
    startOver: async () => {},
  });
  return {
    async close() {
      stop.abort();
      await ended;
      await webhooks.close();
    },
  };
}
