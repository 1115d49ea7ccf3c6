import type { Database } from '@shirube/catalog';
import { type App, createApp, type Logger, type MetricsAccess, type Registry } from '@shirube/service-kit';

export interface MonitorAppOptions {
  log: Logger;
  metrics: Registry;
  database: Database;
  settings: MetricsAccess;
}

/** Health and metrics of the monitor; it has no other routes. */
export function buildMonitorApp({ log, metrics, database, settings }: MonitorAppOptions): App {
  return createApp({
    log,
    metrics,
    routes: [],
    health: { postgres: () => database.query('select 1') },
    translateError: () => undefined,
    settings,
  });
}
