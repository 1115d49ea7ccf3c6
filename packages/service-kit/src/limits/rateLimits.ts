import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { tooManyRequests } from '../httpProblem.js';
import type { Settings } from '../settings.js';
import { type AddressLimit, addressKey, addressLimit } from './addressLimit.js';
import { type ConnectionLimitSettings, limitConnections } from './connectionLimit.js';
import { createWindowCounts } from './windowCounts.js';

/** The variables that the limits follow from. */
export type LimitSettings = Pick<
  Settings,
  | 'REDIS_URL'
  | 'RATE_LIMIT_PER_ADDRESS'
  | 'RATE_LIMIT_PER_KEY'
  | 'RATE_LIMIT_ACCOUNT_EDITS'
  | 'RATE_LIMIT_SERVICE_EDITS'
> &
  ConnectionLimitSettings;

const windowMs = 10_000;
const defaultPerAddress = 20_000;
const defaultPerKey = 5_000;
const defaultEditsPerAccount = 100;
const defaultEditsPerService = 10;
/** Other people's hosts are asked in our name: nobody is free of these, the machine itself included. */
const outboundLimit = { max: 10, isFree: () => false };
/** Never limited: whoever watches the service must hear from it above all when there is much to do. */
const unlimitedRoutes = new Set(['/live', '/ready', '/metrics']);

const serviceOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params && 'id' in params ? String(params.id).toLowerCase() : '';

export interface RateLimits {
  /** A hook that answers 429 to who has sent too much with the key that `keyOf` finds. */
  byKey(keyOf: (request: FastifyRequest) => string): onRequestHookHandler;
  /** Hooks that answer 429 where an account has changed its services, or the one that the path names, too often. */
  edits(accountOf: (request: FastifyRequest) => string): onRequestHookHandler[];
  /** Hooks that answer 429 where an address, or anybody for what `hostOf` names, has had other hosts asked too often. */
  outbound(hostOf: (request: FastifyRequest) => string): onRequestHookHandler[];
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
  }
}

/** Limits the connections of one address and what it may ask for in ten seconds; prepares the other limits. Once for each app. */
export function limitRates(app: FastifyInstance, settings: LimitSettings): void {
  if (app.hasDecorator('rateLimits')) return;
  limitConnections(app, settings);
  const counts = createWindowCounts(windowMs, settings.REDIS_URL);
  app.addHook('onClose', async () => counts.close());

  function hook(keyOf: (request: FastifyRequest) => string, { max, isFree }: AddressLimit): onRequestHookHandler {
    return (request, reply, done) => {
      if (isFree(request.ip) || unlimitedRoutes.has(request.routeOptions.url ?? '')) return done();
      const { current, ttl } = counts.count(keyOf(request));
      const seconds = Math.ceil(ttl / 1000);
      reply.header('ratelimit-limit', max);
      reply.header('ratelimit-remaining', Math.max(0, max - current));
      reply.header('ratelimit-reset', seconds);
      return current > max ? done(tooManyRequests(seconds)) : done();
    };
  }

  const perAddress = addressLimit(settings.RATE_LIMIT_PER_ADDRESS, defaultPerAddress);
  const perKey = addressLimit(settings.RATE_LIMIT_PER_KEY, defaultPerKey);
  app.addHook(
    'onRequest',
    hook(({ ip }) => addressKey(ip), perAddress),
  );
  const editsPerAccount = addressLimit(settings.RATE_LIMIT_ACCOUNT_EDITS, defaultEditsPerAccount);
  const editsPerService = addressLimit(settings.RATE_LIMIT_SERVICE_EDITS, defaultEditsPerService);
  app.decorate('rateLimits', {
    byKey: (keyOf) => hook((request) => `key ${keyOf(request)}`, perKey),
    // By account too where it is one service: others, who are refused, must not use up what its owner may do.
    edits: (accountOf) => [
      hook((request) => `edits ${accountOf(request)}`, editsPerAccount),
      hook((request) => `edits ${accountOf(request)} ${serviceOf(request)}`, editsPerService),
    ],
    outbound: (hostOf) => [
      hook(({ ip }) => `outbound ${addressKey(ip)}`, outboundLimit),
      hook((request) => `outbound host ${hostOf(request)}`, outboundLimit),
    ],
  });
}
