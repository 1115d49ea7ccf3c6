import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { type Database, listen, scheduleChecks } from '@shirube/catalog';
import { version } from '@shirube/contracts';
import { createGuardedRequest, type GuardedRequest, readPorts } from '@shirube/outbound';
import { createSparseReport, type Log, type Registry, type Settings, SettingsError } from '@shirube/service-kit';
import { repeat } from '@shirube/work';
import { type ClaimedCheck, claimChecks } from '../schedule/claimChecks.js';
import { removeMonitor, reportMonitor, shortenSchedule } from '../schedule/monitors.js';
import { requestedChannel } from '../schedule/requestCheck.js';
import { createCanaries } from './canaries.js';
import { createChecker } from './checker.js';
import { createFairShares } from './fairShares.js';
import { keepRecords } from './keepRecords.js';
import { createMonitorMetrics } from './monitorMetrics.js';
import { createSelfOutage } from './selfOutage.js';

type CheckSettings = Pick<
  Settings,
  | 'MONITOR_INTERVAL_SECONDS'
  | 'MONITOR_CONCURRENCY'
  | 'MONITOR_CHECKS_PER_MINUTE'
  | 'MONITOR_HOST_GAP_SECONDS'
  | 'MONITOR_ALLOW_PRIVATE'
  | 'MONITOR_PORTS'
  | 'MONITOR_DNS_SERVERS'
  | 'MONITOR_CANARIES'
  | 'EXPORT_SOURCE'
  | 'PUBLIC_URL'
>;

export interface ChecksOptions {
  database: Database;
  settings: CheckSettings;
  /** Called with the services whose status has changed. */
  enqueue: (ids: readonly string[]) => void;
  metrics: Registry;
  log: Log;
  /** The address of this process, used when PUBLIC_URL does not give the public address of the directory. */
  address?: (() => string | undefined) | undefined;
  /** Milliseconds for all requests of one check together. */
  checkMs?: number | undefined;
}

export interface Checks {
  /** Has it look for due services soon. */
  wake(): void;
  /** Starts no more checks, and resolves when the running ones have ended. */
  close(): Promise<void>;
}

const usualPorts = '80,443,3000-3010,4000-4100,5000-5010,8000-9000';
const tickMs = 1_000;
const gatherMs = 25;
const reportMs = 5_000;
/** While offline, the monitor makes a few checks now and then, to notice when it is online again. */
const offlineTickMs = 5_000;
const offlineChecks = 3;

/** Returns the configured name servers; undefined for those of the system. */
export const dnsServersOf = (settings: Pick<Settings, 'MONITOR_DNS_SERVERS'>): string[] | undefined =>
  settings.MONITOR_DNS_SERVERS?.split(',').map((server) => server.trim());

/** Creates a request function that reaches public addresses only, unless the settings allow more. */
export function outboundRequest(
  settings: Pick<Settings, 'MONITOR_ALLOW_PRIVATE' | 'MONITOR_PORTS' | 'MONITOR_DNS_SERVERS'>,
): GuardedRequest {
  const isAllowedPort = readPorts(settings.MONITOR_PORTS ?? usualPorts);
  if (!isAllowedPort) {
    throw new SettingsError('MONITOR_PORTS has an invalid value. Expected: ports, such as 80,443,8000-8999.');
  }
  return createGuardedRequest({
    allowPrivate: settings.MONITOR_ALLOW_PRIVATE,
    isAllowedPort,
    dnsServers: dnsServersOf(settings),
  });
}

/** Returns the user agent of the monitor, with the name of the directory and, if known, the page that explains it. */
export function userAgentOf(source: string, publicUrl: string | undefined): string {
  const name = source.replace(/[^\x20-\x7e]|[();]/g, '').trim() || 'a directory';
  const page = publicUrl === undefined ? '' : `; +${publicUrl.replace(/\/+$/, '')}/monitor`;
  return `ShirubeMonitor/${version} (${name}${page})`;
}

/** Spreads a number of checks per minute evenly. Unused budget accumulates for one second at most. */
function createBudget(perMinute: number) {
  const most = Math.max(1, perMinute / 60);
  let left = most;
  let at = performance.now();
  return {
    available(): number {
      left = Math.min(most, left + ((performance.now() - at) / 60_000) * perMinute);
      at = performance.now();
      return Math.floor(left);
    },
    spend(checks: number): void {
      left -= checks;
    },
  };
}

/** Checks services that are due, until closed. Any number of monitors share the work. */
export function startChecks({ database, settings, enqueue, metrics, log, address, checkMs }: ChecksOptions): Checks {
  const id = randomUUID();
  const intervalSeconds = settings.MONITOR_INTERVAL_SECONDS;
  const selfOutage = createSelfOutage({
    onOffline: () =>
      log.warn(
        {},
        'the monitor reaches hardly any host that it reached before: it is offline itself, and judges no service',
      ),
  });
  const isOffline = () => selfOutage.offlineSince() !== undefined;
  const request = outboundRequest(settings);
  const userAgent = () => userAgentOf(settings.EXPORT_SOURCE, settings.PUBLIC_URL ?? address?.());
  const canaries = createCanaries(settings.MONITOR_CANARIES, request, userAgent);
  const shares = createFairShares(settings.MONITOR_CONCURRENCY);
  const inFlight = new Set<Promise<void>>();
  const budget = createBudget(settings.MONITOR_CHECKS_PER_MINUTE);
  const report = createSparseReport(log, 'the schedule of checks');
  const stopping = new AbortController();
  // Every check under way listens to it.
  setMaxListeners(0, stopping.signal);
  const records = keepRecords(database, enqueue, { report, signal: stopping.signal });
  const checker = createChecker({
    database,
    request,
    userAgent,
    policy: { intervalSeconds, gapSeconds: settings.MONITOR_HOST_GAP_SECONDS },
    selfOutage,
    canaries,
    metrics: createMonitorMetrics(metrics, {
      database,
      isOffline,
      inFlight: () => inFlight.size,
    }),
    enqueue,
    onChecked: records.checked,
    log,
    signal: stopping.signal,
    checkMs,
  });

  let isWaking = false;
  /** Delayed a little, so that checks that end together are followed by one claim. */
  function wakeSoon(): void {
    if (isWaking) return;
    isWaking = true;
    setTimeout(() => {
      isWaking = false;
      ticking.wake();
    }, gatherMs);
  }
  function begin(claimed: ClaimedCheck): void {
    const leave = shares.enter(claimed);
    const work = checker
      .ask(claimed)
      // A check that waits for the results of other hosts sends no requests, and takes no slot.
      .finally(() => {
        leave();
        wakeSoon();
      })
      .then((outcome) => outcome && checker.record(claimed, outcome))
      .catch((error) => report.failed(error))
      .finally(() => {
        inFlight.delete(work);
        wakeSoon();
      });
    inFlight.add(work);
  }

  /** Starts as many checks as there are free slots; returns true if there may be more to start at once. */
  async function beginDue(isFar: boolean): Promise<boolean> {
    const isOut = isOffline();
    const most = isOut ? offlineChecks : settings.MONITOR_CONCURRENCY;
    const limit = Math.min(most - shares.underWay(), budget.available());
    if (limit <= 0) return false;
    const { claimed, isMore } = await claimChecks(database, { limit, isFar }, shares);
    budget.spend(claimed.length);
    for (const check of claimed) begin(check);
    return isMore && !isOut;
  }

  let lookedFarAt = Number.NEGATIVE_INFINITY;
  let reportedAt = Number.NEGATIVE_INFINITY;
  async function reportNowAndThen(): Promise<void> {
    if (performance.now() - reportedAt <= reportMs) return;
    const isNew = await reportMonitor(database, {
      id,
      name: hostname(),
      intervalSeconds,
      offlineSince: selfOutage.offlineSince(),
    });
    // While no monitor is known, nobody schedules new services.
    if (isNew) await scheduleChecks(database);
    reportedAt = performance.now();
  }

  let isPrepared = false;
  async function tick(): Promise<void> {
    if (!isPrepared) await shortenSchedule(database, intervalSeconds);
    isPrepared = true;
    if (isOffline() && (await canaries.answer(new Date(Date.now() - offlineTickMs))) && selfOutage.answered(true)) {
      log.warn({}, 'the monitor is online again, and judges services');
    }
    const isFar = performance.now() - lookedFarAt >= tickMs;
    if (isFar) lookedFarAt = performance.now();
    do {
      await reportNowAndThen();
    } while (!stopping.signal.aborted && (await beginDue(isFar)));
  }

  const ticking = repeat({
    work: tick,
    every: () => (isOffline() ? offlineTickMs : tickMs),
    report,
    signal: stopping.signal,
  });
  const requests = listen(database, requestedChannel, ticking.wake);

  return {
    wake: wakeSoon,
    async close() {
      stopping.abort();
      await ticking.ended;
      await Promise.allSettled(inFlight);
      await records.ended();
      await requests.close();
      await removeMonitor(database, id).catch(() => {});
    },
  };
}
