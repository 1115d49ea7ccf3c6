export { DeadlinePassed, withDeadline } from '@shirube/domain';
export { type App, type AppOptions, createApp, listeningAddress } from './createApp.js';
export { entityTag, namesTag } from './entityTag.js';
export {
  conflict,
  forbidden,
  gone,
  HttpProblem,
  notFound,
  outcomeUnknown,
  preconditionFailed,
  routeNotFound,
  tooManyRequests,
  unauthorized,
  unavailable,
  unprocessable,
  validationFailed,
} from './httpProblem.js';
export { runService } from './lifecycle.js';
export { addressKey, addressLimit, isLoopback, networkPrefix } from './limits/addressLimit.js';
export type { OutboundBudget } from './limits/outboundBudget.js';
export { type LimitSettings, limitRates } from './limits/rateLimits.js';
export { createLoadShedder, type LoadShedder, type LoadShedderOptions } from './loadShedder.js';
export { createLogger, type Log, type Logger } from './logger.js';
export {
  Counter,
  countBy,
  createMetrics,
  Gauge,
  Histogram,
  publishFigure,
  Registry,
  sharedReading,
} from './metrics.js';
export type { MetricsAccess } from './metricsAccess.js';
export { openCatalog } from './openCatalog.js';
export type { TranslateError } from './problemErrors.js';
export { createReach, type Reach } from './reach.js';
export { readSettings, requireSetting, Settings, SettingsError, settingsTable, withoutSecrets } from './settings.js';
export { createSparseReport, reportedCheck, type SparseReport } from './sparseReport.js';
export { startTracing, withJobSpan, withSpan } from './tracing.js';
export { validatorCompiler } from './validator.js';
export { waitFor } from './waitFor.js';
