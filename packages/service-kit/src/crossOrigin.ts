import type { FastifyInstance } from 'fastify';
import type { AllowedMethods } from './allowedMethods.js';
import { routeNotFound } from './httpProblem.js';

const exposedHeaders =
  'X-Total-Count, Link, Location, ETag, Age, X-Cache, X-Request-Id, Allow, WWW-Authenticate, Retry-After, ' +
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Preference-Applied, Shirube-Duplicate-Of';

/** What only operators use. */
const operatorPaths = /^\/(?:(?:api\/)?admin|api\/monitor|metrics)(?:\/|$)/;

/**
 * Lets pages of any origin use every path except those of operators (CORS): keys are sent in a header, and there are no
 * cookies. OPTIONS gets 204 with the methods of the path, also as a preflight.
 */
export function allowOrigins(app: FastifyInstance, allowed: AllowedMethods): void {
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isOpen = !operatorPaths.test(request.routeOptions.url ?? path);
    if (isOpen) reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': exposedHeaders });
    if (request.method !== 'OPTIONS') return done();
    const methods = allowed(path);
    if (methods === undefined) return done(routeNotFound());
    if (isOpen) {
      reply.headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '86400',
      });
    }
    reply.code(204).header('allow', methods).send();
  });
}
