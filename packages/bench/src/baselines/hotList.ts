import Fastify from 'fastify';
import { serveBaseline } from './serveBaseline.js';

/** A bare Fastify route that sends the same bytes from memory. */
await serveBaseline((answers: Map<string, Uint8Array>) => {
  const bytes = new Map(Array.from(answers, ([url, body]) => [url, Buffer.from(body)]));
  const app = Fastify();
  app.get('/api/services', (request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(bytes.get(request.url));
  });
  return app;
});
