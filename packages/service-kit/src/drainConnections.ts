import { once, setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './httpProblem.js';

/** How long requests in progress may still take when the app closes. */
const graceMs = 5_000;

/**
 * Closes the app without losing requests. New connections are refused, idle connections are closed, requests in
 * progress get their response with `Connection: close`, and requests that still arrive get 503. Connections that are
 * still open after the grace period are cut. `onAbandoned` gets requests whose client disconnected before the response.
 */
export function drainConnections(app: FastifyInstance, onAbandoned: (request: IncomingMessage) => void): void {
  const { server } = app;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  app.decorate('closing', closing.signal);
  const underWay = new Set<ServerResponse>();
  // The bytes that each connection had received after its last response: if there are more now, a request is arriving.
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
    done(closing.signal.aborted ? unavailable('closing', 'This server is shutting down. Try again.') : undefined);
  });

  app.addHook('preClose', async () => {
    closing.abort();
    if (!server.listening) return;
    const closed = once(server, 'close');
    // `close` of an HTTP server would also destroy connections whose responses are not fully sent.
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
