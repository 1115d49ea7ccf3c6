import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestHookHandler } from 'fastify';
import { forbidden, unauthorized } from './httpProblem.js';
import { isLoopback } from './limits/addressLimit.js';
import type { Settings } from './settings.js';

/** The settings that say who may read the metrics. */
export type MetricsAccess = Partial<Pick<Settings, 'METRICS_TOKEN' | 'METRICS_OPEN'>>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Allows this machine, and clients that have the token. Allows everybody only if METRICS_OPEN is set. */
export function metricsGuard({ METRICS_TOKEN, METRICS_OPEN }: MetricsAccess): onRequestHookHandler {
  const expected = METRICS_TOKEN === undefined ? undefined : digest(METRICS_TOKEN);
  return ({ headers, socket }, _reply, done) => {
    // Requests that a proxy on this machine forwards come from elsewhere.
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (METRICS_OPEN || (!isForwarded && isLoopback(socket.remoteAddress ?? ''))) return done();
    if (!expected) {
      return done(
        forbidden('Metrics are available only on this machine: set METRICS_TOKEN to read them from another.'),
      );
    }
    const token = /^Bearer +([!-~]+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token !== undefined && timingSafeEqual(digest(token), expected)) return done();
    return done(unauthorized('Send the token for metrics: Authorization: Bearer <METRICS_TOKEN>.'));
  };
}
