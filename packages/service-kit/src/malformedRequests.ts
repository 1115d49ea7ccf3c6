import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './httpProblem.js';

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

const badRequest = (detail: string) => new HttpProblem(400, 'bad_request', 'Bad request', detail);

export const undecodableAddress = () =>
  badRequest(
    'The address is not well-formed: each "%" must be followed by two hexadecimal digits, and the result must be UTF-8.',
  );

/** Whether a Host header can be the host of a link. An empty one is valid HTTP. */
const isHost = (host: string): boolean => host === '' || (/^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`));

function problemOf({ url = '', headers, httpVersion }: IncomingMessage): HttpProblem | undefined {
  const { host } = headers;
  if (host === undefined && httpVersion === '1.1') return badRequest('The Host header is missing.');
  if (host !== undefined && !isHost(host)) return badRequest('The Host header must be a host, with or without a port.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    const detail = 'The only supported Expect header is "Expect: 100-continue".';
    return new HttpProblem(417, 'expectation_failed', 'Expectation failed', detail);
  }
  // No text of the catalog contains it, and Postgres refuses it.
  if (url.includes('%00')) return badRequest('The address must not contain U+0000 (%00).');
  return isDecodable(url) ? undefined : undecodableAddress();
}

/**
 * Rejects requests that can be parsed but violate HTTP, or that no route can answer, with a problem like every other error. The server must leave
 * the check of the Host header to this hook (`requireHostHeader: false`): its own responses for Host and Expect have no
 * body.
 */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => done(problemOf(request.raw)));
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
}
