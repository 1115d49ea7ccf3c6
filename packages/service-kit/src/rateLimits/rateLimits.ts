import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { tooManyRequests } from '../httpProblem.js';
import type { Settings } from '../settings.js';
import { createWindowCounts, type WindowCounts } from './windowCounts.js';

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
  /**
   * Counts a request that the app does not see: the headers that its answer must have, names and values in turn, or
   * undefined when its address has sent too much, which the app will tell it.
   */
  admit(request: IncomingMessage): readonly string[] | undefined;
  /** A hook that answers 429 to who has sent too much with the key that `keyOf` finds. */
  byKey(keyOf: (request: FastifyRequest) => string): onRequestAsyncHookHandler;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
  }
}

const addressKeys = new Map<string, string>();
const mostAddressKeys = 10_000;

/** What an address is counted as: networks of 64 bits count as one in IPv6. Remembered, since that takes a while. */
function addressKey(ip: string): string {
  let key = addressKeys.get(ip);
  if (key === undefined) {
    if (addressKeys.size >= mostAddressKeys) addressKeys.clear();
    key = `address ${rateLimit.normalizeIP(ip)}`;
    addressKeys.set(ip, key);
  }
  return key;
}

/** The limit that was set; else the usual one, which leaves the machine itself free: its owner, or its own gateway. */
function limitOf(given: number | undefined, usual: number) {
  const isLoopback = /^(::ffff:)?127\.|^::1$/;
  return {
    max: given ?? usual,
    isFree: (ip: string): boolean => given === 0 || (given === undefined && isLoopback.test(ip)),
  };
}

/** What the plugin wants of a store, on counts that all limits share: their keys differ. */
function storeOn(counts: WindowCounts) {
  return class SharedStore {
    incr(
      key: string,
      callback: (error: null, result: { current: number; ttl: number }) => void,
      timeWindow: number,
    ): void {
      callback(null, counts.count(key, timeWindow));
    }
    child(): this {
      return this;
    }
  };
}

function limitHeaders(max: number, remaining: number, seconds: number): string[] {
  return [
    'ratelimit-limit',
    String(max),
    'ratelimit-remaining',
    String(remaining),
    'ratelimit-reset',
    String(seconds),
  ];
}

/** Limits what one address may ask for in ten seconds, and prepares the limit by key. Once for each app. */
export function limitRates(app: FastifyInstance, settings: RateLimitSettings): void {
  if (app.hasDecorator('rateLimits')) return;
  const counts = createWindowCounts(settings.REDIS_URL);
  app.addHook('onClose', async () => counts.close());
  app.register(rateLimit, { global: false, store: storeOn(counts) });

  function hook(
    keyOf: (request: FastifyRequest) => string,
    { max, isFree }: ReturnType<typeof limitOf>,
  ): onRequestAsyncHookHandler {
    let check: ReturnType<FastifyInstance['createRateLimit']> | undefined;
    app.after(() => {
      check = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator: keyOf });
    });
    return async (request, reply) => {
      if (isFree(request.ip) || unlimitedRoutes.has(request.routeOptions.url ?? '')) return;
      const state = await check?.(request);
      if (!state || state.isAllowed) return;
      const headers = limitHeaders(state.max, state.remaining, state.ttlInSeconds);
      for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
      if (state.isExceeded) throw tooManyRequests(state.ttlInSeconds);
    };
  }

  const perAddress = limitOf(settings.RATE_LIMIT_PER_ADDRESS, defaultPerAddress);
  const perKey = limitOf(settings.RATE_LIMIT_PER_KEY, defaultPerKey);
  const trusted = settings.TRUST_PROXY
    ? proxyAddress.compile(settings.TRUST_PROXY.split(/\s*,\s*/))
    : undefined;
  app.addHook(
    'onRequest',
    hook(({ ip }) => addressKey(ip), perAddress),
  );
  app.decorate('rateLimits', {
    admit(request) {
      const ip = trusted ? proxyAddress(request, trusted) : (request.socket.remoteAddress ?? '');
      if (perAddress.isFree(ip)) return [];
      const { current, ttl } = counts.count(addressKey(ip), windowMs);
      const remaining = perAddress.max - current;
      return remaining < 0 ? undefined : limitHeaders(perAddress.max, remaining, Math.ceil(ttl / 1000));
    },
    byKey: (keyOf) => hook((request) => `key ${keyOf(request)}`, perKey),
  });
}
