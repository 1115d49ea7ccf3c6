import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import type { FastifyServerFactory } from 'fastify';

/** Answers a request at once, or returns false and leaves it to the app. */
export type FirstAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A server factory for Fastify whose servers ask `first()` before the app: for what can be answered without routing,
 * parsing and hooks. A server that closes leaves everything to the app, which tells clients to go.
 */
export function askingFirst(first: () => FirstAnswer, options: ServerOptions): FastifyServerFactory {
  return (handler) => {
    const server = createServer(options, (request, response) => {
      if (!server.listening || !first()(request, response)) handler(request, response);
    });
    return server;
  };
}
