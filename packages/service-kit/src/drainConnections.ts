import { once, setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './httpProblem.js';

/** How long a request that is under way when the app closes may take. */
const graceMs = 5_000;

/**
 * Lets the app close without losing what it has begun. From then on nobody can connect, connections without a request
 * are ended, requests that are under way are answered with `Connection: close`, and those that still arrive get 503.
 * What is not done after the grace is cut. `onAbandoned` is told of requests whose client is gone before the answer.
 */
export function drainConnections(app: FastifyInstance, onAbandoned: (request: IncomingMessage) => void): void {
  const { server } = app;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  app.decorate('closing', closing.signal);
  const underWay = new Set<ServerResponse>();
  // Each connection with the bytes that it had sent when it was last answered: if there are more, a request arrives.
  const answeredAt = new Map<Socket, number>();

  server.on('connection', (socket) => {
    answeredAt.set(socket, 0);
    socket.once('close', () => answeredAt.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (!response.writableFinished) onAbandoned(request);
      if (closing.signal.aborted) socket.end();
      else if (!socket.destroyed) answeredAt.set(socket, socket.bytesRead);
    });
  });

  app.addHook('onRequest', (_request, _reply, done) => {
    done(closing.signal.aborted ? unavailable('closing', 'This server is being stopped. Try again.') : undefined);
  });

  app.addHook('preClose', async () => {
    closing.abort();
    if (!server.listening) return;
    const closed = once(server, 'close');
    // The close of an HTTP server would also destroy connections whose answers have not been sent to the end.
    Server.prototype.close.call(server);
    const busy = new Set(Array.from(underWay, ({ req }) => req.socket));
    for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
    for (const [socket, bytes] of answeredAt) {
      if (!busy.has(socket) && socket.bytesRead === bytes) socket.destroy();
    }
    const grace = new AbortController();
    await Promise.race([closed, delay(graceMs, undefined, { signal: grace.signal }).catch(() => {})]);
    grace.abort();
    server.closeAllConnections();
  });
}
