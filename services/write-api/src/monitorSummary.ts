import type { Database } from '@shirube/catalog';
import { getMonitorSummary as route } from '@shirube/contracts';
import { type App, createLoadShedder } from '@shirube/service-kit';
import { readMonitorSummary } from '@shirube/trust';
import type { onRequestHookHandler } from 'fastify';

export interface MonitorSummaryOptions {
  database: Database;
  requireAdmin: onRequestHookHandler[];
}

// It reads much.
const bounds = { atOnce: 1, inLine: 8 };

/** GET /api/monitor/summary. */
export function serveMonitorSummary(app: App, { database, requireAdmin }: MonitorSummaryOptions): void {
  const shedder = createLoadShedder(bounds);
  app.route({
    method: route.method,
    url: route.url,
    schema: { querystring: route.schema.querystring },
    onRequest: requireAdmin,
    handler: async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await shedder.pass(() => readMonitorSummary(database))),
  });
}
