export { type App, type AppOptions, createApp } from './createApp.js';
export { entityTag, namesTag } from './entityTag.js';
export type { HealthChecks } from './health.js';
export {
  conflict,
  forbidden,
  gone,
  HttpProblem,
  notFound,
  preconditionFailed,
  unauthorized,
  unavailable,
  validationFailed,
} from './httpProblem.js';
export { type Running, runService } from './lifecycle.js';
export { addressKey, addressLimit } from './limits/addressLimit.js';
export { type LimitSettings, limitRates } from './limits/rateLimits.js';
export { createLoadShedder, type LoadShedder, type LoadShedderOptions } from './loadShedder.js';
export type { Log } from './log.js';
export { createLogger, type Logger } from './logger.js';
export { Counter, createMetrics, Gauge, Histogram, Registry } from './metrics.js';
export type { MetricsAccess } from './metricsAccess.js';
export { sendProblem, type TranslateError } from './problemErrors.js';
export { reportedCheck } from './reportedCheck.js';
export { readSettings, requireSetting, Settings, SettingsError, withoutSecrets } from './settings.js';
export { createSparseReport, type SparseReport } from './sparseReport.js';
export { startTracing, traced, tracedJobs } from './tracing.js';
export { waitFor } from './waitFor.js';
