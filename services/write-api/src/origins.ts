import { type Finding, type Preview, routes } from '@shirube/contracts';
import { type App, listeningAddress, type Settings } from '@shirube/service-kit';
import { createPreviews, type OutboundSettings, registerCandidate } from '@shirube/trust/monitor';
import type { FastifyRequest } from 'fastify';
import { type Caller, domainFault } from './authenticate.js';
import { listOpenly } from './openListing.js';
import { quotaOf, type RegisterOptions } from './register.js';

interface OriginOptions extends Omit<RegisterOptions, 'indexed'> {
  settings: OutboundSettings & Pick<Settings, 'OPEN_LISTING'>;
}

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
  const { write } = access('origins');
  const { previewAddress, previewOrigin } = createPreviews(settings, () => listeningAddress(app));
  const preview = (request: FastifyRequest, url: string): Promise<Preview> =>
    previewOrigin(url, app.rateLimits.outbound(request, request.caller?.accountId));

  app.route({
    // With a key, the limits are those of its account.
    ...options({ ...routes.previewRegistrations, scope: 'services:write' }, [], () => true),
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
    handler: (request) => previewAddress(request.query.url, app.rateLimits.outbound(request)),
  });
}
