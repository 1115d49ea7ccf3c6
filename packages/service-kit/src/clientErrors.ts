import { METHODS, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AllowedMethods } from './allowedMethods.js';
import { HttpProblem, methodNotAllowed, rawProblem, routeNotFound } from './httpProblem.js';

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

/** The response to a method that the parser does not know: the same as for methods that it knows. */
function unknownMethod(packet: unknown, allowed: AllowedMethods): HttpProblem | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const line = packet.subarray(0, 8_192).toString('latin1').split('\r\n', 1)[0] ?? '';
  const [, method = '', path = ''] = requestLine.exec(line) ?? [];
  // The packet may start with an earlier request that was already parsed.
  if (method === '' || METHODS.includes(method)) return undefined;
  const methods = allowed(path);
  return methods === undefined ? routeNotFound() : methodNotAllowed(methods);
}

/** The response to an address with raw non-ASCII characters: it shows the encoded address. */
function unencodedAddress(packet: unknown): HttpProblem | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const [, address = ''] = packet
    .subarray(0, 8_192)
    .toString('latin1')
    .split(/[ \r\n]/, 2);
  if (!/[\x80-\xff]/.test(address)) return undefined;
  const encoded = address.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  const detail = `The address has characters that must be percent-encoded. Send ${encoded} instead; curl does it with -G --data-urlencode 'name=value'.`;
  return new HttpProblem(400, 'bad_request', 'Bad request', detail);
}

/** Returns the id that the gateway or the client has given to a request that cannot be parsed. */
function givenId(packet: unknown): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const [head = ''] = packet.toString('latin1').split('\r\n\r\n', 1);
  return /^x-request-id:[ \t]*([\w.-]{8,64})[ \t]*$/im.exec(head)?.[1];
}

function problemOf({ code = '', rawPacket }: ClientError, allowed: AllowedMethods): HttpProblem {
  const known = problems[code];
  if (known) return new HttpProblem(...known);
  const refused =
    code === 'HPE_INVALID_METHOD'
      ? unknownMethod(rawPacket, allowed)
      : code === 'HPE_INVALID_URL'
        ? unencodedAddress(rawPacket)
        : undefined;
  const detail = 'This is not a well-formed HTTP request.';
  return refused ?? new HttpProblem(400, 'bad_request', 'Bad request', detail);
}

/**
 * Responds to requests that cannot be parsed or do not arrive in time with a problem, like every other error, and
 * closes the connection. If a response is in progress, it sends nothing: the client would take it for part of that
 * response.
 */
export function createClientErrorHandler(allowed: AllowedMethods, nextRequestId: () => string) {
  const answers = new WeakMap<Duplex, ServerResponse>();
  return {
    /** Tracks the responses in progress, and rejects CONNECT. */
    watch(server: Server): void {
      server.prependListener('request', (request, response) => answers.set(request.socket, response));
      // This is not a proxy. Without a listener the connection would close without a response.
      server.on('connect', (_request, socket: Duplex) =>
        socket.end(rawProblem(methodNotAllowed('GET, HEAD, OPTIONS, POST'), nextRequestId())),
      );
    },
    handle(error: ClientError, socket: Duplex): void {
      const answer = answers.get(socket);
      const isAnswered = answer?.headersSent && !answer.writableFinished;
      if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy();
      else socket.end(rawProblem(problemOf(error, allowed), givenId(error.rawPacket) ?? nextRequestId()));
    },
  };
}
