import { addTestDelivery, findWebhook, listDeliveries, removeWebhook, setWebhook } from '@shirube/catalog';
import {
  getWebhook as getRoute,
  listWebhookDeliveries as listRoute,
  removeWebhook as removeRoute,
  setWebhook as setRoute,
  testWebhook as testRoute,
} from '@shirube/contracts';
import { type App, notFound, tooManyRequests } from '@shirube/service-kit';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

const noWebhook = () => notFound('webhook_not_found', 'This account has no webhook.');

/** PUT, GET and DELETE /api/account/webhook, POST /api/account/webhook/test, GET /api/account/webhook/deliveries. */
export function serveAccountWebhook(app: App, { database, access, options }: WriteRoutes): void {
  const { read, write } = access('account');

  app.route({
    ...options(setRoute),
    handler: (request) => write(() => setWebhook(database, callerOf(request).accountId, request.body)),
  });

  app.route({
    ...options(getRoute),
    handler: async (request) => {
      const webhook = await read(() => findWebhook(database, callerOf(request).accountId));
      if (!webhook) throw noWebhook();
      return webhook;
    },
  });

  app.route({
    ...options(removeRoute),
    handler: async (request) => {
      const isRemoved = await write(() => removeWebhook(database, callerOf(request).accountId));
      if (!isRemoved) throw noWebhook();
    },
  });

  app.route({
    ...options(testRoute),
    handler: async (request) => {
      const added = await write(() => addTestDelivery(database, callerOf(request).accountId));
      if (added.outcome === 'no_webhook') throw noWebhook();
      if (added.outcome === 'too_soon') throw tooManyRequests(added.seconds);
      return { id: added.id };
    },
  });

  app.route({
    ...options(listRoute),
    handler: (request) => read(() => listDeliveries(database, callerOf(request).accountId, request.query.limit ?? 20)),
  });
}
