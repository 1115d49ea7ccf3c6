import type { FastifyInstance } from 'fastify';
import { beforeBodies } from '../beforeBodies.js';
import { HttpProblem } from '../httpProblem.js';

/** The usual time that a body may rest on its way. */
export const usualBodyDeadlineMs = 30_000;

const bodyTimeout = (milliseconds: number) =>
  new HttpProblem(
    408,
    'request_timeout',
    'Request timeout',
    `Nothing more of the body has come for ${milliseconds / 1000} s.`,
  );

/** Answers 408 when nothing of a body has come for that long, and ends its connection. */
export function limitBodies(app: FastifyInstance, milliseconds: number): void {
  beforeBodies(app, (request, _reply, _payload, done) => {
    const { raw } = request;
    // What has no body is never read to its end.
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'])) return done();
    raw.setTimeout(milliseconds);
    raw.once('timeout', () => raw.emit('error', bodyTimeout(milliseconds)));
    // What is done with the body has deadlines of its own.
    raw.once('end', () => raw.setTimeout(0));
    done();
  });
}
