import { listAccountServices } from '@shirube/catalog';
import { listAccountServices as route } from '@shirube/contracts';
import { type App, createLoadShedder } from '@shirube/service-kit';
import { type CallerOptions, callerOf, secured } from './callers.js';

const bounds = { atOnce: 4, maxQueued: 64 };

/** GET /api/account/services. */
export function serveAccountServices(app: App, { database, reach, requireCaller }: CallerOptions): void {
  const shedder = createLoadShedder(bounds);
  app.route({
    ...secured(route, requireCaller),
    handler: async (request, reply) => {
      const { limit = 20, after, query } = request.query;
      const { accountId } = callerOf(request);
      const { services, total } = await reach(() =>
        shedder.pass(() => listAccountServices(database, accountId, { after, query, limit })),
      );
      const last = services.length === limit ? services.at(-1) : undefined;
      if (last) {
        const next = new URLSearchParams({ ...(query && { query }), limit: String(limit), after: last.id });
        reply.header('link', `<${route.url}?${next}>; rel="next"`);
      }
      return reply.header('cache-control', 'no-store').header('x-total-count', total).send(services);
    },
  });
}
