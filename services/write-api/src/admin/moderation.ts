import {
  listActions,
  listModerated,
  listRecentChanges,
  listReports,
  moderateService,
  resolveReport,
  whyGone,
} from '@shirube/catalog';
import { readModerationRequest, adminRoutes as routes } from '@shirube/contracts';
import { type App, notFound } from '@shirube/service-kit';
import { type CallerOptions, callerOf, secured, validOr400 } from '../callers.js';
import { notTheirs } from '../edit.js';
import { createAdminRoutes, fresh } from './adminRoute.js';

interface ModerationOptions extends CallerOptions {
  enqueue: (ids: readonly string[]) => void;
  onEdited?: (() => void) | undefined;
}

/**
 * POST /api/admin/services/:id/moderation, GET and DELETE /api/admin/reports, GET /api/admin/moderated, /api/admin/audit
 * and /api/admin/changes.
 */
export function serveModeration(app: App, options: ModerationOptions): void {
  const { database, requireCaller, enqueue, onEdited = () => {} } = options;
  const { read, write, serveReading, serveRemoval } = createAdminRoutes(app, options);

  app.route({
    ...secured(routes.moderateService, requireCaller),
    handler: async (request, reply) => {
      const { id } = request.params;
      const { said } = validOr400(readModerationRequest(request.body));
      const service = await write(() => moderateService(database, callerOf(request).actor, { id, ...said }));
      if (!service) throw notTheirs[(await read(() => whyGone(database, id))) ? 'removed' : 'not_found']();
      onEdited();
      enqueue([service.id]);
      return reply.headers(fresh).send(service);
    },
  });

  serveReading(routes.listModerated, () => listModerated(database));
  serveReading(routes.listReports, () => listReports(database));
  serveReading(routes.listAudit, listActions);
  serveReading(routes.listRecentChanges, listRecentChanges);
  serveRemoval(routes.resolveReport, 'reports resolve', resolveReport, () =>
    notFound('report_not_found', 'There is no open report with this id.'),
  );
}
