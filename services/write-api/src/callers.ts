import type { Database, Scope } from '@shirube/catalog';
import type { Faults, RouteContract } from '@shirube/contracts';
import { type App, type Reach, validationFailed } from '@shirube/service-kit';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Authenticate, Caller } from './authenticate.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/**
 * Creates the hooks of routes that need a key with some scope: authentication and the rate limit of the key. They run
 * before the body is read, so that callers without access learn nothing from its validation.
 */
export function createCallerHooks(app: App, authenticate: Authenticate): (scope: Scope) => onRequestHookHandler[] {
  app.decorateRequest('caller', null);
  const limit = app.rateLimits.byKey(({ caller }) => caller?.digest.toString('base64') ?? '');
  return (scope) => [
    async (request) => {
      request.caller = await authenticate(request.headers.authorization, scope);
    },
    limit,
  ];
}

/** The options of routes that need a key. */
export interface CallerOptions {
  database: Database;
  reach: Reach;
  requireCaller: onRequestHookHandler[];
}

/** Returns the Fastify options of a route that needs a key. Its handler validates the body, to report every fault. */
export function secured<S extends RouteContract['schema']>(
  { method, url, schema }: { method: RouteContract['method']; url: string; schema: S },
  onRequest: onRequestHookHandler[],
) {
  const { headers, body, response, ...asked } = schema;
  return { method, url, schema: asked, onRequest };
}

/** Returns the caller of a request to a route with these hooks. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('the route does not require a key');
  return caller;
}

/** Returns what was read of a body; throws a problem with all its faults if it is invalid. */
export function validOr400<Read extends object>(read: Read | Faults): Read {
  if ('faults' in read) throw validationFailed(read);
  return read;
}
