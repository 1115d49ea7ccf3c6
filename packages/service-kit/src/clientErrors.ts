import { METHODS, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AllowedMethods } from './allowedMethods.js';
import { HttpProblem, methodNotAllowed, routeNotFound } from './httpProblem.js';
import { rawProblem } from './rawProblem.js';

interface ClientError extends Error {
  code?: string;
  rawPacket?: unknown;
}

const problems: Record<string, [status: number, code: string, title: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'headers_too_large',
    'Headers too large',
    'The address or the headers are longer than this server accepts.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body_too_large', 'Body too large', 'The body is larger than this API accepts.'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'request_timeout',
    'Request timeout',
    'The request did not arrive in time. Send it again.',
  ],
};

const requestLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\/[^\s?#]*)\S* HTTP\/1\.[01]$/;

/** The parser ends at a method that it does not know, which is no reason to answer otherwise than for those it does. */
function unknownMethod(packet: unknown, allowed: AllowedMethods): HttpProblem | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const line = packet.subarray(0, 8_192).toString('latin1').split('\r\n', 1)[0] ?? '';
  const [, method = '', path = ''] = requestLine.exec(line) ?? [];
  // What came before it in the packet may have been read.
  if (method === '' || METHODS.includes(method)) return undefined;
  const methods = allowed(path);
  return methods === undefined ? routeNotFound() : methodNotAllowed(methods);
}

function problemOf({ code = '', rawPacket }: ClientError, allowed: AllowedMethods): HttpProblem {
  const known = problems[code];
  if (known) return new HttpProblem(...known);
  const refused = code === 'HPE_INVALID_METHOD' ? unknownMethod(rawPacket, allowed) : undefined;
  const detail = 'This is not a well-formed HTTP request.';
  return refused ?? new HttpProblem(400, 'bad_request', 'Bad request', detail);
}

/**
 * Answers what the parser of HTTP cannot read, and what does not arrive in time, in the form of every other error, and
 * ends the connection. Nothing is said to who is in the middle of an answer: it would be taken for a part of that.
 */
export function createClientErrorHandler(allowed: AllowedMethods, nextRequestId: () => string) {
  const answers = new WeakMap<Duplex, ServerResponse>();
  return {
    /** Sees which connections are being answered, and answers CONNECT. */
    watch(server: Server): void {
      server.prependListener('request', (request, response) => answers.set(request.socket, response));
      // Nobody is tunnelled through here; without a listener the connection would end without a word.
      server.on('connect', (_request, socket: Duplex) =>
        socket.end(rawProblem(methodNotAllowed('GET, HEAD, OPTIONS, POST'), nextRequestId())),
      );
    },
    handle(error: ClientError, socket: Duplex): void {
      const answer = answers.get(socket);
      const isAnswered = answer?.headersSent && !answer.writableFinished;
      if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy();
      else socket.end(rawProblem(problemOf(error, allowed), nextRequestId()));
    },
  };
}
