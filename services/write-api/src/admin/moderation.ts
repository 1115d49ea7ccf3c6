import {
  absenceReason,
  acceptWaiting,
  listActions,
  listModerated,
  listRecentChanges,
  listReports,
  listWaiting,
  moderateService,
  refuseWaiting,
  resolveReport,
  withAudit,
} from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { type App, notFound } from '@shirube/service-kit';
import { accessProblems } from '../edit.js';
import { callerOf, type WriteRoutes } from '../writeRoutes.js';
import { createAdminRoutes } from './adminRoute.js';

interface ModerationOptions extends WriteRoutes {
  enqueue: (ids: readonly string[]) => void;
  onEdited?: (() => void) | undefined;
}

/**
 * POST /api/admin/services/:id/moderation, GET and DELETE /api/admin/reports, GET /api/admin/moderated, /api/admin/audit
 * and /api/admin/changes.
 */
export function serveModeration(app: App, parts: ModerationOptions): void {
  const { database, options, enqueue, onEdited = () => {} } = parts;
  const { read, write, once, serveReading, serveRemoval } = createAdminRoutes(app, parts);

  app.route({
    ...options(routes.moderateService),
    handler: async (request) => {
      const { id } = request.params;
      const service = await write(() => moderateService(database, callerOf(request).actor, { id, ...request.body }));
      if (!service) throw accessProblems[(await read(() => absenceReason(database, id))) ? 'removed' : 'not_found']();
      onEdited();
      enqueue([service.id]);
      return service;
    },
  });

  app.route({
    ...options(routes.listWaiting),
    async handler(_request, reply) {
      const { listings, total } = await read(() => listWaiting(database));
      reply.header('x-total-count', total);
      return listings;
    },
  });
  const missing = () => notFound('listing_not_found', 'No listing with this id waits for review.');
  serveRemoval(routes.refuseListing, 'listings refuse', refuseWaiting, missing);
  app.route({
    ...options(routes.acceptListing),
    handler: async (request) => {
      const { id } = request.params;
      const services = await once(() =>
        withAudit(
          database,
          callerOf(request).actor,
          (client) => acceptWaiting(client, id.toLowerCase()),
          (found) => found && { action: 'listings accept', subject: id },
        ),
      );
      if (!services) throw missing();
      enqueue(services.map((service) => service.id));
      return services;
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
