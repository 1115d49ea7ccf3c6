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
import type { OutboundSettings } from '@shirube/trust/monitor';
import type { QueueOptions } from '@shirube/work';
import { serveAccountKeys } from './accountKeys.js';
import { serveAccountServices } from './accountServices.js';
import { serveAccountWebhook } from './accountWebhook.js';
import { serveKeys } from './admin/keys.js';
import { serveModeration } from './admin/moderation.js';
import { serveMonitorSummary, serveOverview } from './admin/overview.js';
import { serveQueueBoard } from './admin/queueBoard.js';
import { createAuthenticator } from './authenticate.js';
import { createCallerHooks } from './callers.js';
import { serveChecks } from './check.js';
import { serveClaims } from './claims.js';
import { serveEdits } from './edit.js';
import { serveOrigins } from './origins.js';
import { serveRegistration } from './register.js';
import { serveReports } from './report.js';
import { serveSettlements } from './settlements.js';

export interface WriteApiOptions {
  database: Database;
  /** The queue, for the page that shows it. */
  queue: QueueOptions;
  enqueue: (ids: readonly string[]) => void;
  indexed: IndexedListener;
  /** Called when a service has changed or was removed, for readers in the same process. */
  onEdited?: (() => void) | undefined;
  metrics: Registry;
  settings: Pick<Settings, 'BOOTSTRAP_API_KEY' | 'CATALOG_DEADLINE_MS' | 'SERVICES_PER_ACCOUNT'> &
    LimitSettings &
    OutboundSettings;
  log: Logger;
}

/** Maps an error to what a client of the write API sees when Postgres is down and nothing was stored: try again. */
export const translateWriteError: TranslateError = (error) =>
  isDatabaseUnavailable(error)
    ? unavailable('catalog_unavailable', 'The catalog cannot be reached right now; nothing was stored. Try again.')
    : undefined;

/** Serves the routes of the write API. */
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
  const usualQuota = settings.SERVICES_PER_ACCOUNT;
  serveRegistration(app, { ...owners, enqueue, indexed, usualQuota });
  serveOrigins(app, { ...owners, enqueue, usualQuota, settings });
  serveEdits(app, { ...owners, enqueue, indexed, onEdited });
  serveChecks(app, owners);
  serveClaims(app, { ...owners, enqueue, onEdited, settings });
  serveAccountServices(app, owners);
  serveAccountKeys(app, owners);
  serveAccountWebhook(app, owners);
  serveReports(app, { database, reach });
  const operators = { database, reach, requireCaller: requireScope('admin') };
  serveMonitorSummary(app, operators);
  serveOverview(app, { ...operators, queue });
  serveKeys(app, operators);
  serveModeration(app, { ...operators, enqueue, onEdited });
  serveSettlements(app, { database, reach, requireCaller: requireScope('settlements:write'), enqueue, metrics });
  serveQueueBoard(app, { queue, authenticate });
}
