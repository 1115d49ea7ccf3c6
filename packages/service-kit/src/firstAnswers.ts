import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import type { FastifyServerFactory } from 'fastify';

/** A 200 that is ready to be sent. */
export interface FirstAnswer {
  /** Its header lines, `content-length` among them; those of the connection are added. */
  lines: string;
  body: Buffer;
}

/** Answers a request at once, or leaves it to the app. */
export type AnswerFirst = (request: IncomingMessage) => FirstAnswer | undefined;

/** Header lines as they are sent, from names and values in turn; joined, since what is added up is put together later. */
export function headerLines(headers: readonly string[]): string {
  const lines: string[] = [];
  for (let i = 0; i < headers.length; i += 2)
    lines.push(headers[i] ?? '', ': ', headers[i + 1] ?? '', '\r\n');
  return lines.join('');
}

/** Makes the lines that depend on time and connection, once a second. */
function connectionLines(keepAliveMs: number): () => string {
  let lines = '';
  let madeAt = 0;
  return () => {
    const second = Math.floor(Date.now() / 1000);
    if (second !== madeAt) {
      madeAt = second;
      const date = new Date(second * 1000).toUTCString();
      const timeout = `timeout=${Math.floor(keepAliveMs / 1000)}`;
      lines = headerLines(['date', date, 'connection', 'keep-alive', 'keep-alive', timeout]);
    }
    return lines;
  };
}

/**
 * Sends a head that is put together already. `writeHead` would check and join every header for every response, which
 * takes a fifth of one from memory; what it makes of them, and `end` sends, is `_header`.
 */
function send(response: ServerResponse, head: string, body: Buffer): void {
  Object.assign(response, { _header: head });
  response.end(body);
}

/**
 * A server factory for Fastify whose servers ask `first()` before the app: for what can be answered without routing,
 * parsing and hooks. What closes, a server or a connection, is left to the app, which tells clients to go.
 */
export function askingFirst(
  first: () => AnswerFirst,
  options: ServerOptions & { keepAliveTimeout: number },
): FastifyServerFactory {
  const ownLines = connectionLines(options.keepAliveTimeout);
  return (handler) => {
    const server = createServer(options, (request, response) => {
      const answer = server.listening && response.shouldKeepAlive ? first()(request) : undefined;
      if (answer) send(response, `HTTP/1.1 200 OK\r\n${answer.lines}${ownLines()}\r\n`, answer.body);
      else handler(request, response);
    });
    return server;
  };
}
