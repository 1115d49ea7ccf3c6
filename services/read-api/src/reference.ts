import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { createAnswer } from './answers/answer.js';
import { sendAnswer } from './answers/sendAnswer.js';

/** The OpenAPI document at /openapi.json, and a page to read and try it at /docs. */
export async function serveReference(app: App): Promise<void> {
  const document = createAnswer(JSON.stringify(openApiDocument()));
  app.get('/openapi.json', (request, reply) => sendAnswer(request, reply, document));
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('x-content-type-options', 'nosniff');
      done();
    });
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: JSON.parse(document.body.toString()) },
    });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      // Over plain HTTP, which a directory on one's own machine speaks, nothing of the page would load.
      transformStaticCSP: (policy) => policy.replace(/;?\s*upgrade-insecure-requests/, ''),
      uiConfig: { docExpansion: 'list' },
    });
  });
}
