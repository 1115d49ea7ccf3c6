import type { Scope } from '@shirube/catalog';
import type { App } from '@shirube/service-kit';
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

/** Who sent a request of a route with these hooks. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('the route does not ask for a key');
  return caller;
}
