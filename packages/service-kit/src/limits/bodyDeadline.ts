import type { FastifyInstance } from 'fastify';
import { beforeBodies } from '../beforeBodies.js';
import { HttpProblem } from '../httpProblem.js';

/** The default timeout between two chunks of a body. */
export const usualBodyDeadlineMs = 30_000;

const bodyTimeout = (milliseconds: number) =>
  new HttpProblem(
    408,
    'request_timeout',
    'Request timeout',
    `The rest of the body did not arrive within ${milliseconds / 1000} s.`,
  );

/** Responds with 408 when no data of a body has arrived for that long, and closes the connection. */
export function limitBodies(app: FastifyInstance, milliseconds: number): void {
  beforeBodies(app, (request, reply, _payload, done) => {
    const { raw } = request;
    // A request without a body never emits `end`.
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'])) return done();
    raw.setTimeout(milliseconds);
    raw.once('timeout', () => (reply.sent ? raw.destroy() : raw.emit('error', bodyTimeout(milliseconds))));
    // Processing the body has its own deadlines.
    raw.once('end', () => raw.setTimeout(0));
    done();
  });
}
