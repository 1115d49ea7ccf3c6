import type { Database } from '@shirube/catalog';
import { verdicts } from '@shirube/contracts';
import { Counter, Gauge, Histogram, type Registry, sharedReading } from '@shirube/service-kit';
import { readSchedule, type Schedule } from '../schedule/monitors.js';

export interface MonitorMetrics {
  checked(verdict: string, durationMs: number | undefined): void;
  changed(status: string): void;
  unjudged(): void;
}

/** What a monitor does, and how far all of them are behind. */
export function createMonitorMetrics(
  registry: Registry,
  { database, isOffline, inFlight }: { database: Database; isOffline: () => boolean; inFlight: () => number },
): MonitorMetrics {
  const registers = [registry];
  const checks = new Counter({
    name: 'shirube_monitor_checks_total',
    help: 'Checks that were recorded, by verdict.',
    labelNames: ['verdict'] as const,
    registers,
  });
  for (const verdict of Object.keys(verdicts)) checks.inc({ verdict }, 0);
  const durations = new Histogram({
    name: 'shirube_monitor_answer_seconds',
    help: 'Time until the endpoint that was checked had answered.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  const changes = new Counter({
    name: 'shirube_monitor_status_changes_total',
    help: 'Services whose status a check has changed, by the new status.',
    labelNames: ['status'] as const,
    registers,
  });
  for (const status of ['verified', 'unverified', 'inactive']) changes.inc({ status }, 0);
  const unjudged = new Counter({
    name: 'shirube_monitor_unjudged_total',
    help: 'Checks that were not recorded, since the monitor was offline itself.',
    registers,
  });
  new Gauge({
    name: 'shirube_monitor_blind',
    help: '1 while the monitor reaches hardly any host that it reached before, and judges nobody.',
    registers,
    collect() {
      this.set(isOffline() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'shirube_monitor_in_flight',
    help: 'Checks that are being made.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  const schedule = sharedReading(() => readSchedule(database));
  const scheduled = (name: string, help: string, value: (schedule: Schedule) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await schedule();
        if (found) this.set(value(found));
      },
    });
  scheduled('shirube_monitor_due', 'Services that wait for a check.', ({ due }) => due);
  scheduled(
    'shirube_monitor_lag_seconds',
    'How long the service that has waited longest has been due.',
    ({ lagSeconds }) => lagSeconds,
  );
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
