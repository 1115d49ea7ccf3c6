import type { Database } from '@shirube/catalog';
import { serviceStatuses } from '@shirube/contracts';
import { verdicts } from '@shirube/domain';
import { Counter, countBy, Histogram, publishFigure, type Registry, sharedReading } from '@shirube/service-kit';
import { readSchedule, type Schedule } from '../schedule/monitors.js';

export interface MonitorMetrics {
  checked(verdict: string, durationMs: number | undefined): void;
  changed(status: string): void;
  unjudged(): void;
}

/** Publishes what a monitor does, and how far all monitors are behind. */
export function createMonitorMetrics(
  registry: Registry,
  { database, isOffline, inFlight }: { database: Database; isOffline: () => boolean; inFlight: () => number },
): MonitorMetrics {
  const registers = [registry];
  const checks = countBy(
    registry,
    'shirube_monitor_checks_total',
    'Checks that were recorded, by verdict.',
    'verdict',
    Object.keys(verdicts),
  );
  const durations = new Histogram({
    name: 'shirube_monitor_answer_seconds',
    help: 'Time from the request of a check to the response of the endpoint.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  const changes = countBy(
    registry,
    'shirube_monitor_status_changes_total',
    'Services whose status a check has changed, by the new status.',
    'status',
    serviceStatuses,
  );
  const unjudged = new Counter({
    name: 'shirube_monitor_unjudged_total',
    help: 'Checks that were not recorded, because the monitor was offline itself.',
    registers,
  });
  publishFigure(
    registry,
    'shirube_monitor_self_outage',
    '1 while the monitor reaches hardly any host that it reached before, and judges no service.',
    () => (isOffline() ? 1 : 0),
  );
  publishFigure(registry, 'shirube_monitor_in_flight', 'Checks that are running.', inFlight);
  const schedule = sharedReading(() => readSchedule(database));
  const scheduled = (name: string, help: string, value: (schedule: Schedule) => number) =>
    publishFigure(registry, name, help, async () => {
      const found = await schedule();
      return found && value(found);
    });
  scheduled('shirube_monitor_due', 'Services that wait for a check.', ({ due }) => due);
  scheduled('shirube_monitor_lag_seconds', 'Age of the oldest due check.', ({ lagSeconds }) => lagSeconds);
  scheduled(
    'shirube_monitor_hosts_failing',
    'Hosts with a service whose last check was a failure.',
    ({ hostsFailing }) => hostsFailing,
  );
  return {
    checked(verdict, durationMs) {
      checks.inc({ verdict });
      if (durationMs !== undefined) durations.observe(durationMs / 1000);
    },
    changed: (status) => changes.inc({ status }),
    unjudged: () => unjudged.inc(),
  };
}
