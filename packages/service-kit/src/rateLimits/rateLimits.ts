import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { tooManyRequests } from '../httpProblem.js';
import type { Settings } from '../settings.js';
import { createWindowCounts } from './windowCounts.js';

/** The variables that the limits follow from. */
export type RateLimitSettings = Pick<
  Settings,
  'REDIS_URL' | 'TRUST_PROXY' | 'RATE_LIMIT_PER_ADDRESS' | 'RATE_LIMIT_PER_KEY'
>;

const windowMs = 10_000;
const defaultPerAddress = 20_000;
const defaultPerKey = 5_000;
/** Never limited: whoever watches the service must hear from it above all when there is much to do. */
const unlimitedRoutes = new Set(['/live', '/ready', '/metrics']);

export interface RateLimits {
  /** A hook that answers 429 to who has sent too much with the key that `keyOf` finds. */
  byKey(keyOf: (request: FastifyRequest) => string): onRequestHookHandler;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
  }
}

/** What an address is counted as: networks of 64 bits count as one in IPv6. Remembered, since that takes a while. */
const addressKeys = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (ip) => `address ${rateLimit.normalizeIP(ip)}`,
});

/** The limit that was set; else the usual one, which leaves the machine itself free: its owner, or its own gateway. */
function limitOf(given: number | undefined, usual: number) {
  const isLoopback = /^(::ffff:)?127\.|^::1$/;
  return {
    max: given ?? usual,
    isFree: (ip: string): boolean => given === 0 || (given === undefined && isLoopback.test(ip)),
  };
}

/** Limits what one address may ask for in ten seconds, and prepares the limit by key. Once for each app. */
export function limitRates(app: FastifyInstance, settings: RateLimitSettings): void {
  if (app.hasDecorator('rateLimits')) return;
  const counts = createWindowCounts(settings.REDIS_URL);
  app.addHook('onClose', async () => counts.close());

  function hook(
    keyOf: (request: FastifyRequest) => string,
    { max, isFree }: ReturnType<typeof limitOf>,
  ): onRequestHookHandler {
    return (request, reply, done) => {
      if (isFree(request.ip) || unlimitedRoutes.has(request.routeOptions.url ?? '')) return done();
      const { current, ttl } = counts.count(keyOf(request), windowMs);
      const seconds = Math.ceil(ttl / 1000);
      reply.header('ratelimit-limit', max);
      reply.header('ratelimit-remaining', Math.max(0, max - current));
      reply.header('ratelimit-reset', seconds);
      return current > max ? done(tooManyRequests(seconds)) : done();
    };
  }

  const perAddress = limitOf(settings.RATE_LIMIT_PER_ADDRESS, defaultPerAddress);
  const perKey = limitOf(settings.RATE_LIMIT_PER_KEY, defaultPerKey);
  app.addHook(
    'onRequest',
    hook(({ ip }) => addressKeys.memo(ip), perAddress),
  );
  app.decorate('rateLimits', {
    byKey: (keyOf) => hook((request) => `key ${keyOf(request)}`, perKey),
  });
}
