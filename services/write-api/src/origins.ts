import {
  checkAddress,
  endpointHost,
  type Preview,
  previewRegistrations,
  readOriginRequest,
  registerOrigin,
} from '@shirube/contracts';
import { type App, createLoadShedder, listeningAddress } from '@shirube/service-kit';
import {
  createAddressCheck,
  type OutboundSettings,
  outboundBounds,
  outboundBy,
  previewOrigin,
  registerCandidate,
} from '@shirube/trust/monitor';
import type { FastifyRequest } from 'fastify';
import { callerOf, secured, validOr400 } from './callers.js';
import { quotaOf, type RegisterOptions } from './register.js';
import { createWrites } from './writes.js';

interface OriginOptions extends Omit<RegisterOptions, 'indexed'> {
  settings: OutboundSettings;
}

// Shorter than the timeout of the gateway.
const originMs = 25_000;

/** POST /api/registrations/preview, POST /api/registrations and GET /api/check. */
export function serveOrigins(
  app: App,
  { database, reach, requireCaller, enqueue, usualQuota, settings }: OriginOptions,
): void {
  const shedder = createLoadShedder(outboundBounds);
  const writes = createWrites(reach, { atOnce: 8, maxQueued: 512 });
  const address = () => listeningAddress(app);
  const outbound = outboundBy(settings, address);
  const check = createAddressCheck(settings, address);

  async function preview(request: FastifyRequest): Promise<Preview> {
    const { url } = validOr400(readOriginRequest(request.body)).said;
    const budget = app.rateLimits.outbound(request, callerOf(request).accountId);
    budget.require(endpointHost(url));
    const read = () => previewOrigin({ ...outbound(budget), url, signal: AbortSignal.timeout(originMs) });
    return shedder.pass(read, budget.caller);
  }

  app.route({
    ...secured(previewRegistrations, requireCaller),
    handler: async (request, reply) => reply.header('cache-control', 'no-store').send(await preview(request)),
  });

  app.route({
    ...secured(registerOrigin, requireCaller),
    handler: async (asked, reply) => {
      const caller = callerOf(asked);
      const options = {
        database,
        accountId: caller.accountId,
        usualQuota: quotaOf(caller, usualQuota),
        reach: writes.pass,
      };
      const { faults, candidates } = await preview(asked);
      const results = [];
      // Sequential: of two resources with the same endpoint, the second must find the first.
      for (const candidate of candidates) results.push(await registerCandidate(candidate, options));
      enqueue(results.flatMap(({ outcome, id }) => (outcome === 'registered' && id ? id : [])));
      return reply.header('cache-control', 'no-store').send({ faults, results });
    },
  });

  app.route({
    method: checkAddress.method,
    url: checkAddress.url,
    schema: checkAddress.schema,
    handler: async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await check(request.query.url, app.rateLimits.outbound(request))),
  });
}
