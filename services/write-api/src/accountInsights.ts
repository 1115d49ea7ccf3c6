import { readInsights } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

/** GET /api/account/insights. */
export function serveAccountInsights(app: App, { database, access, options }: WriteRoutes): void {
  const { read } = access('account');
  app.route({
    ...options(routes.readInsights),
    handler: (request) => {
      const { days = 30, service } = request.query;
      return read(() => readInsights(database, callerOf(request).accountId, { days, service }));
    },
  });
}
