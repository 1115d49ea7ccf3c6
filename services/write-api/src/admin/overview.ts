import { listNodes, listSetAside, readLogStanding, retrySetAside, withAudit } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { type App, createLoadShedder } from '@shirube/service-kit';
import { readMonitorSummary } from '@shirube/trust';
import { countJobs, type QueueOptions } from '@shirube/work';
import { callerOf, type WriteRoutes } from '../writeRoutes.js';
import { createAdminRoutes } from './adminRoute.js';

interface OverviewOptions extends WriteRoutes {
  queue: QueueOptions;
}

/** GET /api/admin/overview and /api/admin/set-aside, POST /api/admin/set-aside/retry. */
export function serveOverview(app: App, parts: OverviewOptions): void {
  const { database, options, queue } = parts;
  const { read, write, serveReading } = createAdminRoutes(app, parts);

  app.route({
    ...options(routes.getAdminOverview),
    handler: async () => {
      const nodes = await read(() => listNodes(database));
      const [log, jobs] = await Promise.all([
        read(() => readLogStanding(database)),
        countJobs(
          queue,
          nodes.map(({ name }) => name),
        ),
      ]);
      return { nodes, log, queue: jobs ?? null };
    },
  });

  serveReading(routes.listSetAside, () => listSetAside(database));

  app.route({
    ...options(routes.retrySetAside),
    handler: async (request) => {
      const { ids } = request.body;
      const retried = await write(() =>
        withAudit(
          database,
          callerOf(request).actor,
          (client) => retrySetAside(client, ids),
          (done) => (done.length > 0 ? { action: 'index retry', detail: { ids: done } } : undefined),
        ),
      );
      return { retried };
    },
  });
}

// The summary reads much.
const bounds = { atOnce: 1, maxQueued: 8 };

/** GET /api/monitor/summary. */
export function serveMonitorSummary(app: App, { database, options }: WriteRoutes): void {
  const shedder = createLoadShedder(bounds);
  app.route({
    ...options(routes.getMonitorSummary),
    handler: () => shedder.pass(() => readMonitorSummary(database)),
  });
}
