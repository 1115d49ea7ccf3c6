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
import { serveAccountInsights } from './accountInsights.js';
import { serveAccountKeys } from './accountKeys.js';
import { serveAccountServices } from './accountServices.js';
import { serveAccounts } from './accounts.js';
import { serveAccountWebhook } from './accountWebhook.js';
import { serveKeys } from './admin/keys.js';
import { serveModeration } from './admin/moderation.js';
import { serveMonitorSummary, serveOverview } from './admin/overview.js';
import { serveQueueBoard } from './admin/queueBoard.js';
import { createAuthenticator } from './authenticate.js';
import { serveChecks } from './check.js';
import { serveEdits } from './edit.js';
import { serveOrigins } from './origins.js';
import { serveRegistration } from './register.js';
import { serveReports } from './report.js';
import { serveSettlements } from './settlements.js';
import { createWriteRoutes } from './writeRoutes.js';

export interface WriteApiOptions {
  database: Database;
  /** The queue, for the page that shows it. */
  queue: QueueOptions;
  enqueue: (ids: readonly string[]) => void;
  indexed: IndexedListener;
  /** Called when a service has changed or was removed, for readers in the same process. */
  onEdited?: (() => void) | undefined;
  metrics: Registry;
  settings: Pick<
    Settings,
    'BOOTSTRAP_API_KEY' | 'CATALOG_DEADLINE_MS' | 'SERVICES_PER_ACCOUNT' | 'SIGN_UP' | 'OPEN_LISTING' | 'CONTACT_URL'
  > &
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
  const authenticate = createAuthenticator({ database, reach, settings, log });
  const routes = createWriteRoutes(app, { database, reach, authenticate });
  const usualQuota = settings.SERVICES_PER_ACCOUNT;
  serveRegistration(app, { ...routes, enqueue, indexed, usualQuota });
  serveOrigins(app, { ...routes, enqueue, usualQuota, settings });
  serveEdits(app, { ...routes, enqueue, indexed, onEdited });
  serveChecks(app, routes);
  serveAccounts(app, { ...routes, enqueue, settings });
  serveAccountServices(app, routes);
  serveAccountInsights(app, routes);
  serveAccountKeys(app, routes);
  serveAccountWebhook(app, routes);
  serveReports(app, routes);
  serveMonitorSummary(app, routes);
  serveOverview(app, { ...routes, queue });
  serveKeys(app, routes);
  serveModeration(app, { ...routes, enqueue, onEdited });
  serveSettlements(app, { ...routes, enqueue, metrics });
  serveQueueBoard(app, { queue, authenticate });
}
