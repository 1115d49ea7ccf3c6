import { listAccountServices } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

/** GET /api/account/services. */
export function serveAccountServices(app: App, { database, access, options }: WriteRoutes): void {
  const { read } = access('account');
  app.route({
    ...options(routes.listAccountServices),
    handler: async (request, reply) => {
      const { limit = 20, after, query } = request.query;
      const { accountId } = callerOf(request);
      const { services, total } = await read(() => listAccountServices(database, accountId, { after, query, limit }));
      const last = services.length === limit ? services.at(-1) : undefined;
      if (last) {
        const next = new URLSearchParams({ ...(query && { query }), limit: String(limit), after: last.id });
        reply.header('link', `<${routes.listAccountServices.url}?${next}>; rel="next"`);
      }
      reply.header('x-total-count', total);
      return services;
    },
  });
}
