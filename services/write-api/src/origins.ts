import {
  checkAddress,
  endpointHost,
  type Preview,
  previewRegistrations,
  readOriginRequest,
  registerOrigin,
} from '@shirube/contracts';
import {
  createAddressCheck,
  type OutboundSettings,
  outboundBy,
  previewOrigin,
  registerCandidate,
} from '@shirube/exchange';
import { type App, createLoadShedder } from '@shirube/service-kit';
import { callerOf, secured, validOr400 } from './callers.js';
import { quotaOf, type RegisterOptions } from './register.js';
import { createWrites } from './writes.js';

interface OriginOptions extends Omit<RegisterOptions, 'indexed'> {
  settings: OutboundSettings;
}

// A request may be slow, as its origin is. The time is shorter than the timeout of the gateway.
const bounds = { atOnce: 16, inLine: 0 };
const originMs = 25_000;

/** POST /api/registrations/preview, POST /api/registrations and GET /api/check. */
export function serveOrigins(
  app: App,
  { database, reach, requireCaller, enqueue, usualQuota, settings }: OriginOptions,
): void {
  const shedder = createLoadShedder(bounds);
  const writes = createWrites(reach, { atOnce: 8, inLine: 512 });
  const outbound = outboundBy(settings);
  const check = createAddressCheck(settings);

  function preview(body: unknown): Promise<Preview> {
    const { url } = validOr400(readOriginRequest(body)).said;
    return shedder.pass(() => previewOrigin({ ...outbound, url, signal: AbortSignal.timeout(originMs) }));
  }

  app.route({
    ...secured(previewRegistrations, requireCaller),
    handler: async ({ body }, reply) => reply.header('cache-control', 'no-store').send(await preview(body)),
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
      const { faults, candidates } = await preview(asked.body);
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
    onRequest: app.rateLimits.outbound(({ query }) => endpointHost(String(Object(query).url))),
    handler: async ({ query: { url } }, reply) => reply.header('cache-control', 'no-store').send(await check(url)),
  });
}
