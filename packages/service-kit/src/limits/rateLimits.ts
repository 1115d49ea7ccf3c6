import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type HttpProblem, tooManyRequests } from '../httpProblem.js';
import type { Settings } from '../settings.js';
import { type AddressLimit, addressKey, addressLimit, networkPrefix } from './addressLimit.js';
import { type ConnectionLimitSettings, limitConnections } from './connectionLimit.js';
import { createOutboundBudget, type OutboundBudget } from './outboundBudget.js';
import { createWindowCounts } from './windowCounts.js';

/** The settings that the limits depend on. */
export type LimitSettings = Pick<
  Settings,
  | 'REDIS_URL'
  | 'RATE_LIMIT_PER_ADDRESS'
  | 'RATE_LIMIT_PER_KEY'
  | 'RATE_LIMIT_ACCOUNT_EDITS'
  | 'RATE_LIMIT_SERVICE_EDITS'
  | 'RATE_LIMIT_SIGN_UPS'
  | 'RATE_LIMIT_OUTBOUND'
> &
  ConnectionLimitSettings;

const windowMs = 10_000;
const defaultPerAddress = 20_000;
const defaultPerKey = 5_000;
const defaultEditsPerAccount = 100;
const defaultEditsPerService = 10;
const defaultSignUps = 10;
/** Enough to preview the 50 resources of an origin. */
const defaultOutbound = 60;
/** For actions that anybody may take and that affect others. No address is exempt, not even this machine. */
const strictLimit = { max: 10, isFree: () => false };
/** Never limited: monitoring needs responses most of all under load. */
const unlimitedRoutes = new Set(['/live', '/ready', '/metrics']);

const serviceOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params && 'id' in params ? String(params.id).toLowerCase() : '';

interface RateLimits {
  /** A hook that responds with 429 when a client has sent too many requests with the key that `keyOf` returns. */
  byKey(keyOf: (request: FastifyRequest) => string): onRequestHookHandler;
  /** Hooks that respond with 429 when an account has changed its services, or the service in the path, too often. */
  edits(accountOf: (request: FastifyRequest) => string): onRequestHookHandler[];
  /** Returns the budget for outbound requests of an account, or else of the network of a request. */
  outbound(request: FastifyRequest, accountId?: string): OutboundBudget;
  /** A hook that responds with 429 when an address reports too often. */
  reports: onRequestHookHandler;
  /** The same for accounts that an address opens. */
  signUps: onRequestHookHandler;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
  }
}

/**
 * Limits the connections of each address and its requests in ten seconds, and prepares the other limits. It takes
 * effect once per app.
 */
export function limitRates(app: FastifyInstance, settings: LimitSettings): void {
  if (app.hasDecorator('rateLimits')) return;
  limitConnections(app, settings);
  const counts = createWindowCounts(windowMs, settings.REDIS_URL);
  app.addHook('onClose', async () => counts.close());

  function count(reply: FastifyReply, key: string, { max }: AddressLimit): HttpProblem | undefined {
    const { current, ttl } = counts.count(key);
    const seconds = Math.ceil(ttl / 1000);
    reply.header('ratelimit-limit', max);
    reply.header('ratelimit-remaining', Math.max(0, max - current));
    reply.header('ratelimit-reset', seconds);
    return current > max ? tooManyRequests(seconds) : undefined;
  }

  function hook(keyOf: (request: FastifyRequest) => string, limit: AddressLimit): onRequestHookHandler {
    return (request, reply, done) => {
      if (limit.isFree(request.ip) || unlimitedRoutes.has(request.routeOptions.url ?? '')) return done();
      return done(count(reply, keyOf(request), limit));
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
    // The limit of one service also counts by account: others, whose edits are rejected, must not use up the limit of
    // the owner.
    edits: (accountOf) => [
      hook((request) => `edits ${accountOf(request)}`, editsPerAccount),
      hook((request) => `edits ${accountOf(request)} ${serviceOf(request)}`, editsPerService),
    ],
    outbound: ({ ip }, accountId) =>
      createOutboundBudget(
        counts,
        settings.RATE_LIMIT_OUTBOUND ?? defaultOutbound,
        accountId === undefined ? `network ${networkPrefix(ip)}` : `account ${accountId}`,
      ),
    reports: hook(({ ip }) => `reports ${addressKey(ip)}`, strictLimit),
    signUps: hook(({ ip }) => `sign-ups ${addressKey(ip)}`, addressLimit(settings.RATE_LIMIT_SIGN_UPS, defaultSignUps)),
  });
}
