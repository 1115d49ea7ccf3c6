import { getMonitorSummary as route } from '@shirube/contracts';
import { type App, createLoadShedder } from '@shirube/service-kit';
import { readMonitorSummary } from '@shirube/trust';
import { type CallerOptions, secured } from './callers.js';

// It reads much.
const bounds = { atOnce: 1, inLine: 8 };

/** GET /api/monitor/summary. */
export function serveMonitorSummary(app: App, { database, requireCaller }: Omit<CallerOptions, 'reach'>): void {
  const shedder = createLoadShedder(bounds);
  app.route({
    ...secured(route, requireCaller),
    handler: async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await shedder.pass(() => readMonitorSummary(database))),
  });
}
