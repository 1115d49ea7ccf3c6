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
  badRequest('The address is not well-formed: what follows a "%" must be UTF-8 in hexadecimal digits.');

function problemOf({ url = '', headers, httpVersion }: IncomingMessage): HttpProblem | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return badRequest('The Host header is missing.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    const detail = 'Nothing but "Expect: 100-continue" can be expected here.';
    return new HttpProblem(417, 'expectation_failed', 'Expectation failed', detail);
  }
  return isDecodable(url) ? undefined : undecodableAddress();
}

/**
 * Refuses requests that are read but not as HTTP wants them, in the form of every other error. The server must leave
 * the Host header to us (`requireHostHeader: false`): its own answers to both have no body.
 */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => done(problemOf(request.raw)));
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
}
