import type { Database, Scope } from '@shirube/catalog';
import type { RouteContract } from '@shirube/contracts';
import type { App, Reach } from '@shirube/service-kit';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Authenticate, Caller } from './authenticate.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/**
 * Makes the hooks of routes that need a key with some scope: who sends the request, and how much with one key. They run
 * before the body is read: who may not write learns nothing about what is written.
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

/** What a route that needs a key is served with. */
export interface CallerOptions {
  database: Database;
  reach: Reach;
  requireCaller: onRequestHookHandler[];
}

/** What Fastify is told of a route that needs a key. Its handler reads the body, to find every fault of it. */
export function secured<S extends RouteContract['schema']>(
  { method, url, schema }: { method: RouteContract['method']; url: string; schema: S },
  onRequest: onRequestHookHandler[],
) {
  const { headers, body, response, ...asked } = schema;
  return { method, url, schema: asked, onRequest };
}

/** Who sent a request of a route with these hooks. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('the route does not ask for a key');
  return caller;
}
