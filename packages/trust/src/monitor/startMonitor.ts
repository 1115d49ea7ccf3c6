import { type LogEntry, scheduleChecks } from '@shirube/catalog';
import { createSparseReport, type Settings } from '@shirube/service-kit';
import { follow, startHousekeeping, startWebhooks } from '@shirube/work';
import { hasMonitor } from '../schedule/monitors.js';
import { refreshTrust } from '../score/refreshTrust.js';
import { matchSettlementsAgain } from '../settlements/matchAgain.js';
import { type ChecksOptions, outboundRequest, startChecks } from './startChecks.js';

export interface MonitorOptions extends ChecksOptions {
  settings: ChecksOptions['settings'] & Pick<Settings, 'MONITOR' | 'CHANGES_KEPT_DAYS'>;
}

export interface Monitor {
  /** Resolves when all work in progress has ended. */
  close(): Promise<void>;
}

/** The columns that settlements are matched by. */
const matchedBy = new Set(['endpoint', 'payment_address', 'network']);
const mayEarn = ({ type, columns }: LogEntry): boolean =>
  type === 'created' || columns.some((column) => matchedBy.has(column));
const idsOf = (entries: readonly LogEntry[]): string[] => entries.map(({ serviceId }) => serviceId);

/**
 * Runs until closed what follows changes of services, besides search: checks, unless MONITOR is off, webhooks, and
 * settlements that were reported before their service was registered. Also prunes old data. Any number of monitors
 * share the work.
 */
export function startMonitor(options: MonitorOptions): Monitor {
  const { database, settings, enqueue, metrics, log } = options;
  const stop = new AbortController();
  const checks = settings.MONITOR === 'on' ? startChecks(options) : undefined;
  const webhooks = startWebhooks({ database, log, request: outboundRequest(settings), metrics });
  const housekeeping = startHousekeeping({ database, log, changesKeptDays: settings.CHANGES_KEPT_DAYS });

  async function schedule(ids?: readonly string[]): Promise<void> {
    if (ids?.length === 0 || !(await hasMonitor(database))) return;
    await scheduleChecks(database, ids);
    checks?.wake();
  }

  async function matchSettlements(ids?: readonly string[]): Promise<void> {
    if (ids?.length === 0) return;
    const earned = await matchSettlementsAgain(database, ids);
    const changed = await refreshTrust(database, earned);
    if (changed.length > 0) enqueue(changed);
  }

  const { ended } = follow(
    'monitor',
    async (entries) => {
      await schedule(idsOf(entries.filter(({ type }) => type === 'created')));
      await webhooks.notify(entries);
      await matchSettlements(idsOf(entries.filter(mayEarn)));
    },
    {
      database,
      report: createSparseReport(log, 'the log'),
      signal: stop.signal,
      // A webhook gets only later changes.
      async startOver() {
        await schedule();
        await matchSettlements();
      },
    },
  );

  return {
    async close() {
      stop.abort();
      await ended;
      await checks?.close();
      await Promise.all([webhooks.close(), housekeeping.close()]);
    },
  };
}
