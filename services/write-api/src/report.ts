import { addReport } from '@shirube/catalog';
import { readReport, reportService } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { type CallerOptions, secured, validOr400 } from './callers.js';
import { notTheirs } from './edit.js';
import { createWrites } from './writes.js';

const bounds = { atOnce: 2, maxQueued: 32 };

/** POST /api/services/:id/reports. */
export function serveReports(app: App, { database, reach }: Omit<CallerOptions, 'requireCaller'>): void {
  const writes = createWrites(reach, bounds);
  app.route({
    ...secured(reportService, [app.rateLimits.reports]),
    handler: async (request, reply) => {
      const { said } = validOr400(readReport(request.body));
      const isKnown = await writes.pass(() => addReport(database, request.params.id, said));
      if (!isKnown) throw notTheirs.not_found();
      return reply.code(204).send();
    },
  });
}
