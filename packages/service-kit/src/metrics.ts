import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Logger } from './logger.js';
import { type MetricsAccess, metricsGuard } from './metricsAccess.js';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A registry with the process' own metrics. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Times every request by method, route and status. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/** Counts requests whose client was gone before it had its answer: no fault of ours, and nothing that was answered. */
export function countAbandoned(registry: Registry, log: Logger): (request: IncomingMessage) => void {
  const abandoned = new Counter({
    name: 'http_requests_abandoned_total',
    help: 'Requests whose client was gone, or was cut, before it had its whole answer.',
    registers: [registry],
  });
  return ({ method, url }) => {
    abandoned.inc();
    log.debug({ method, url }, 'the client went away');
  };
}

/** Serves the registry at /metrics in the Prometheus text format, to those who may read it. */
export function serveMetrics(app: FastifyInstance, registry: Registry, access: MetricsAccess): void {
  app.get('/metrics', { onRequest: metricsGuard(access) }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
