import { addTestDelivery, findWebhook, listDeliveries, removeWebhook, setWebhook } from '@shirube/catalog';
import {
  getWebhook as getRoute,
  listWebhookDeliveries as listRoute,
  readWebhookRequest,
  removeWebhook as removeRoute,
  setWebhook as setRoute,
  testWebhook as testRoute,
} from '@shirube/contracts';
import { type App, createLoadShedder, notFound, tooManyRequests } from '@shirube/service-kit';
import { type CallerOptions, callerOf, secured, validOr400 } from './callers.js';
import { createWrites } from './writes.js';

const bounds = { atOnce: 2, maxQueued: 32 };
const noWebhook = () => notFound('webhook_not_found', 'This account has no webhook.');

/** PUT, GET and DELETE /api/account/webhook, POST /api/account/webhook/test, GET /api/account/webhook/deliveries. */
export function serveAccountWebhook(app: App, { database, reach, requireCaller }: CallerOptions): void {
  const writes = createWrites(reach, bounds);
  const reads = createLoadShedder(bounds);

  app.route({
    ...secured(setRoute, requireCaller),
    handler: async (request, reply) => {
      const { said } = validOr400(readWebhookRequest(request.body));
      const { accountId } = callerOf(request);
      const webhook = await writes.pass(() => setWebhook(database, accountId, said));
      return reply.header('cache-control', 'no-store').send(webhook);
    },
  });

  app.route({
    ...secured(getRoute, requireCaller),
    handler: async (request, reply) => {
      const { accountId } = callerOf(request);
      const webhook = await reach(() => reads.pass(() => findWebhook(database, accountId)));
      if (!webhook) throw noWebhook();
      return reply.header('cache-control', 'no-store').send(webhook);
    },
  });

  app.route({
    ...secured(removeRoute, requireCaller),
    handler: async (request, reply) => {
      const removed = await writes.pass(() => removeWebhook(database, callerOf(request).accountId));
      if (!removed) throw noWebhook();
      return reply.code(204).send();
    },
  });

  app.route({
    ...secured(testRoute, requireCaller),
    handler: async (request, reply) => {
      const added = await writes.pass(() => addTestDelivery(database, callerOf(request).accountId));
      if (added.outcome === 'no_webhook') throw noWebhook();
      if (added.outcome === 'too_soon') throw tooManyRequests(added.seconds);
      return reply.code(202).header('cache-control', 'no-store').send({ id: added.id });
    },
  });

  app.route({
    ...secured(listRoute, requireCaller),
    handler: async (request, reply) => {
      const { accountId } = callerOf(request);
      const { limit = 20 } = request.query;
      const deliveries = await reach(() => reads.pass(() => listDeliveries(database, accountId, limit)));
      return reply.header('cache-control', 'no-store').send(deliveries);
    },
  });
}
