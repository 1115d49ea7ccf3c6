import type { Test } from 'tap';
import { type AppOptions, createApp, createLogger, createMetrics } from '../dist/index.js';

/** An app without parts, closed when the test ends. */
export function appOf(t: Test, options: Partial<AppOptions> = {}) {
  const app = createApp({
    log: createLogger('test', 'silent'),
    metrics: createMetrics(),
    routes: [],
    health: {},
    translateError: () => undefined,
    ...options,
  });
  t.teardown(() => app.close());
  return app;
}
