import { type Database, type IndexedListener, isDatabaseAway, isDatabaseUnavailable } from '@shirube/catalog';
import {
  type App,
  createReach,
  type LimitSettings,
  type Logger,
  limitRates,
  type Registry,
  type Settings,
  type TranslateError,
  unavailable,
} from '@shirube/service-kit';
import type { QueueOptions } from '@shirube/work';
import { serveAccountServices } from './accountServices.js';
import { serveAccountWebhook } from './accountWebhook.js';
import { serveQueueBoard } from './admin/queueBoard.js';
import { createAuthenticator } from './authenticate.js';
import { createCallerHooks } from './callers.js';
import { serveChecks } from './check.js';
import { serveEdits } from './edit.js';
import { serveMonitorSummary } from './monitorSummary.js';
import { type OriginSettings, serveOrigins } from './origins.js';
import { serveRegistration } from './register.js';
import { serveSettlements } from './settlements.js';

export interface WriteApiOptions {
  database: Database;
  /** Where the queue lives, for the page that shows it. */
  queue: QueueOptions;
  enqueue: (ids: readonly string[]) => void;
  indexed: IndexedListener;
  /** Called when a service has changed or is gone, for readers in the same process. */
  onEdited?: (() => void) | undefined;
  metrics: Registry;
  settings: Pick<Settings, 'BOOTSTRAP_API_KEY' | 'CATALOG_DEADLINE_MS'> & LimitSettings & OriginSettings;
  log: Logger;
}

/** What a client of the write API sees when Postgres is down, of what was certainly not stored: try again. */
export const translateWriteError: TranslateError = (error) =>
  isDatabaseUnavailable(error)
    ? unavailable('catalog_unavailable', 'The catalog cannot be reached right now; nothing was stored. Try again.')
    : undefined;

/** The routes of the write API. */
export async function serveWriteApi(
  app: App,
  { database, queue, enqueue, indexed, onEdited, metrics, settings, log }: WriteApiOptions,
): Promise<void> {
  limitRates(app, settings);
  const reach = createReach({ milliseconds: settings.CATALOG_DEADLINE_MS, isAway: isDatabaseAway });
  const authenticate = createAuthenticator({
    database,
    reach,
    bootstrapKey: settings.BOOTSTRAP_API_KEY,
    log,
  });
  const requireScope = createCallerHooks(app, authenticate);
  const owners = { database, reach, requireCaller: requireScope('services:write') };
  serveRegistration(app, { ...owners, enqueue, indexed });
  serveOrigins(app, { ...owners, enqueue, settings });
  serveEdits(app, { ...owners, enqueue, indexed, onEdited });
  serveChecks(app, owners);
  serveAccountServices(app, owners);
  serveAccountWebhook(app, owners);
  serveMonitorSummary(app, { database, requireCaller: requireScope('admin') });
  serveSettlements(app, { database, reach, requireCaller: requireScope('settlements:write'), enqueue, metrics });
  serveQueueBoard(app, { queue, authenticate });
}
