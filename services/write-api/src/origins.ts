import { type Finding, type Preview, routes } from '@shirube/contracts';
import { endpointHost } from '@shirube/domain';
import { type App, createLoadShedder, listeningAddress, type Settings } from '@shirube/service-kit';
import {
  createAddressCheck,
  type OutboundSettings,
  outboundBounds,
  outboundBy,
  previewOrigin,
  registerCandidate,
} from '@shirube/trust/monitor';
import type { FastifyRequest } from 'fastify';
import { type Caller, domainFault } from './authenticate.js';
import { listOpenly } from './openListing.js';
import { quotaOf, type RegisterOptions } from './register.js';

interface OriginOptions extends Omit<RegisterOptions, 'indexed'> {
  settings: OutboundSettings & Pick<Settings, 'OPEN_LISTING'>;
}

// Shorter than the timeout of the gateway.
const originMs = 25_000;

function domainFinding(caller: Caller, endpoint: string): Finding | undefined {
  const message = domainFault(caller, endpoint);
  if (message === undefined) return undefined;
  const messageJa =
    'このアカウントで証明済みのドメインではありません。ドメインの所有を証明するか、運営者に依頼してください。';
  return { code: 'domain_not_proven', message, messageJa };
}

/** POST /api/registrations/preview, POST /api/registrations and GET /api/check. */
export function serveOrigins(
  app: App,
  { database, access, options, enqueue, usualQuota, settings }: OriginOptions,
): void {
  const shedder = createLoadShedder(outboundBounds);
  const { write } = access('origins');
  const address = () => listeningAddress(app);
  const outbound = outboundBy(settings, address);
  const check = createAddressCheck(settings, address);

  async function preview(request: FastifyRequest, url: string): Promise<Preview> {
    const budget = app.rateLimits.outbound(request, request.caller?.accountId);
    budget.require(endpointHost(url));
    const read = () => previewOrigin({ ...outbound(budget), url, signal: AbortSignal.timeout(originMs) });
    return shedder.pass(read, budget.caller);
  }

  app.route({
    ...options(routes.previewRegistrations),
    handler: (request) => preview(request, request.body.url),
  });

  app.route({
    ...options(routes.registerOrigin, [], () => settings.OPEN_LISTING !== 'off'),
    handler: async (request, reply) => {
      const { caller } = request;
      if (!caller) {
        const isReviewed = settings.OPEN_LISTING === 'review';
        return listOpenly(request, reply, request.body.url, { database, enqueue, write, isReviewed, preview });
      }
      const registering = {
        database,
        accountId: caller.accountId,
        usualQuota: quotaOf(caller, usualQuota),
        reach: write,
        refusal: (endpoint: string) => domainFinding(caller, endpoint),
      };
      const { faults, candidates } = await preview(request, request.body.url);
      const results = [];
      // Sequential: of two resources with the same endpoint, the second must find the first.
      for (const candidate of candidates) results.push(await registerCandidate(candidate, registering));
      enqueue(results.flatMap(({ outcome, id }) => (outcome === 'registered' && id ? id : [])));
      return { faults, results };
    },
  });

  app.route({
    ...options(routes.checkAddress),
    handler: (request) => check(request.query.url, app.rateLimits.outbound(request)),
  });
}
