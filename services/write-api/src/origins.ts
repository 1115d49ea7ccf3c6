import { createRegistrar } from '@shirube/catalog';
import {
  checkAddress,
  endpointHost,
  originRequestFaults,
  type Preview,
  previewRegistrations,
  registerOrigin,
} from '@shirube/contracts';
import { previewOrigin, previewResource, registerCandidate } from '@shirube/exchange';
import { type App, createLoadShedder, type Settings, validationFailed } from '@shirube/service-kit';
import { outboundRequest, userAgentOf } from '@shirube/trust/monitor';
import { callerOf, secured } from './callers.js';
import type { RegisterOptions } from './register.js';
import { createWrites } from './writes.js';

export type OriginSettings = Parameters<typeof outboundRequest>[0] & Pick<Settings, 'EXPORT_SOURCE' | 'PUBLIC_URL'>;

interface OriginOptions extends Omit<RegisterOptions, 'indexed'> {
  settings: OriginSettings;
}

// Each may take long, as the origin does; less than the gateway waits, which is less for what is read.
const bounds = { atOnce: 16, inLine: 0 };
const originMs = 25_000;
const addressMs = 15_000;

/** POST /api/registrations/preview, POST /api/registrations and GET /api/check. */
export function serveOrigins(app: App, { database, reach, requireCaller, enqueue, settings }: OriginOptions): void {
  const shedder = createLoadShedder(bounds);
  const writes = createWrites(reach, { atOnce: 8, inLine: 512 });
  const register = createRegistrar(database, writes.pass);
  const request = outboundRequest(settings);
  const userAgent = userAgentOf(settings.EXPORT_SOURCE, settings.PUBLIC_URL ?? 'http://127.0.0.1:3000');

  const within = (milliseconds: number) => ({ request, userAgent, signal: AbortSignal.timeout(milliseconds) });

  function preview(body: unknown): Promise<Preview> {
    const faults = originRequestFaults(body);
    if (faults) throw validationFailed(faults);
    const { url } = Object(body);
    return shedder.pass(() => previewOrigin({ ...within(originMs), url }));
  }

  app.route({
    ...secured(previewRegistrations, requireCaller),
    handler: async ({ body }, reply) => reply.header('cache-control', 'no-store').send(await preview(body)),
  });

  app.route({
    ...secured(registerOrigin, requireCaller),
    handler: async (asked, reply) => {
      const { accountId } = callerOf(asked);
      const { faults, candidates } = await preview(asked.body);
      const results = [];
      // One after the other: of two resources at one endpoint the second finds the first.
      for (const candidate of candidates) {
        results.push(await reach(() => registerCandidate(candidate, { database, register, accountId })));
      }
      enqueue(results.flatMap(({ outcome, id }) => (outcome === 'registered' && id ? id : [])));
      return reply.header('cache-control', 'no-store').send({ faults, results });
    },
  });

  app.route({
    method: checkAddress.method,
    url: checkAddress.url,
    schema: checkAddress.schema,
    onRequest: app.rateLimits.outbound(({ query }) => endpointHost(String(Object(query).url))),
    handler: async ({ query }, reply) => {
      const seen = await shedder.pass(() => previewResource({ endpoint: query.url, details: {} }, within(addressMs)));
      return reply.header('cache-control', 'no-store').send(seen);
    },
  });
}
