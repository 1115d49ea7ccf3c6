import { audited, listNodes, listSetAside, readLogStanding, retrySetAside } from '@shirube/catalog';
import { getMonitorSummary, readRetryRequest, adminRoutes as routes } from '@shirube/contracts';
import { type App, createLoadShedder } from '@shirube/service-kit';
import { readMonitorSummary } from '@shirube/trust';
import { countJobs, type QueueOptions } from '@shirube/work';
import { type CallerOptions, callerOf, secured, validOr400 } from '../callers.js';
import { createAdminRoutes, fresh } from './adminRoute.js';

interface OverviewOptions extends CallerOptions {
  queue: QueueOptions;
}

/** GET /api/admin/overview and /api/admin/set-aside, POST /api/admin/set-aside/retry. */
export function serveOverview(app: App, options: OverviewOptions): void {
  const { database, requireCaller, queue } = options;
  const { read, write, serveReading } = createAdminRoutes(app, options);

  app.route({
    ...secured(routes.getAdminOverview, requireCaller),
    handler: async (_request, reply) => {
      const nodes = await read(() => listNodes(database));
      const [log, jobs] = await Promise.all([
        read(() => readLogStanding(database)),
        countJobs(
          queue,
          nodes.map(({ name }) => name),
        ),
      ]);
      return reply.headers(fresh).send({ nodes, log, queue: jobs ?? null });
    },
  });

  serveReading(routes.listSetAside, () => listSetAside(database));

  app.route({
    ...secured(routes.retrySetAside, requireCaller),
    handler: async (request, reply) => {
      const { ids } = validOr400(readRetryRequest(request.body)).said;
      const retried = await write(() =>
        audited(
          database,
          callerOf(request).actor,
          (client) => retrySetAside(client, ids),
          (done) => (done.length > 0 ? { action: 'index retry', detail: { ids: done } } : undefined),
        ),
      );
      return reply.headers(fresh).send({ retried });
    },
  });
}

// The summary reads much.
const bounds = { atOnce: 1, maxQueued: 8 };

/** GET /api/monitor/summary. */
export function serveMonitorSummary(app: App, { database, requireCaller }: Omit<CallerOptions, 'reach'>): void {
  const shedder = createLoadShedder(bounds);
  app.route({
    ...secured(getMonitorSummary, requireCaller),
    handler: async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await shedder.pass(() => readMonitorSummary(database))),
  });
}
