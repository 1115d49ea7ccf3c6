import type { FastifyInstance, preParsingHookHandler } from 'fastify';

const withoutBody = ['GET', 'HEAD', 'OPTIONS'];

/** Runs a hook before a body is read, on routes that are added later and accept a body: most requests have none. */
export function beforeBodies(app: FastifyInstance, hook: preParsingHookHandler): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some((method) => withoutBody.includes(method))) return;
    route.preParsing = [route.preParsing ?? []].flat().concat(hook);
  });
}
