import { addTestDelivery, findWebhook, listDeliveries, removeWebhook, setWebhook } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { type App, notFound, tooManyRequests } from '@shirube/service-kit';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

const noWebhook = () => notFound('webhook_not_found', 'This account has no webhook.');

/** PUT, GET and DELETE /api/account/webhook, POST /api/account/webhook/test, GET /api/account/webhook/deliveries. */
export function serveAccountWebhook(app: App, { database, access, options }: WriteRoutes): void {
  const { read, write } = access('account');

  app.route({
    ...options(routes.setWebhook),
    handler: (request) => write(() => setWebhook(database, callerOf(request).accountId, request.body)),
  });

  app.route({
    ...options(routes.getWebhook),
    handler: async (request) => {
      const webhook = await read(() => findWebhook(database, callerOf(request).accountId));
      if (!webhook) throw noWebhook();
      return webhook;
    },
  });

  app.route({
    ...options(routes.removeWebhook),
    handler: async (request) => {
      const isRemoved = await write(() => removeWebhook(database, callerOf(request).accountId));
      if (!isRemoved) throw noWebhook();
    },
  });

  app.route({
    ...options(routes.testWebhook),
    handler: async (request) => {
      const added = await write(() => addTestDelivery(database, callerOf(request).accountId));
      if (added.outcome === 'no_webhook') throw noWebhook();
      if (added.outcome === 'too_soon') throw tooManyRequests(added.seconds);
      return { id: added.id };
    },
  });

  app.route({
    ...options(routes.listWebhookDeliveries),
    handler: (request) => read(() => listDeliveries(database, callerOf(request).accountId, request.query.limit ?? 20)),
  });
}
