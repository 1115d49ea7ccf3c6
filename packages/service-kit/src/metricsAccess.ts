import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestHookHandler } from 'fastify';
import { forbidden, unauthorized } from './httpProblem.js';
import { isLoopback } from './limits/addressLimit.js';
import type { Settings } from './settings.js';

/** The variables that say who may read the metrics. */
export type MetricsAccess = Partial<Pick<Settings, 'METRICS_TOKEN' | 'METRICS_OPEN'>>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets this machine read, and whoever sends the token; everybody only where that was asked for. */
export function metricsGuard({ METRICS_TOKEN, METRICS_OPEN }: MetricsAccess): onRequestHookHandler {
  const expected = METRICS_TOKEN === undefined ? undefined : digest(METRICS_TOKEN);
  return ({ headers, socket }, _reply, done) => {
    // What a proxy on this machine passes on comes from elsewhere.
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (METRICS_OPEN || (!isForwarded && isLoopback(socket.remoteAddress ?? ''))) return done();
    if (!expected) {
      return done(forbidden('Metrics are told to this machine only: METRICS_TOKEN opens them to others.'));
    }
    const token = /^Bearer +([!-~]+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token !== undefined && timingSafeEqual(digest(token), expected)) return done();
    return done(unauthorized('Send the token for metrics: Authorization: Bearer <METRICS_TOKEN>.'));
  };
}
