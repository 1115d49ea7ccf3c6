import { addReport } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { accessProblems } from './edit.js';
import type { WriteRoutes } from './writeRoutes.js';

/** POST /api/services/:id/reports. */
export function serveReports(app: App, { database, access, options }: WriteRoutes): void {
  const { write } = access('reports');
  app.route({
    ...options(routes.reportService, [app.rateLimits.reports]),
    handler: async ({ params, body }) => {
      const isKnown = await write(() => addReport(database, params.id, body));
      if (!isKnown) throw accessProblems.not_found();
    },
  });
}
