import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from './logger.js';
import { type MetricsAccess, metricsGuard } from './metricsAccess.js';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Creates a registry with the default metrics of the process. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Creates a counter by one label, whose values are all reported from the start. */
export function countBy<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  label: Label,
  values: readonly string[],
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.labels(value).inc(0);
  return counter;
}

/** Publishes a figure that is read with the metrics; while it is undefined, the last one stays. */
export function publishFigure(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value !== undefined) this.set(value);
    },
  });
}

/** Shares one read among all gauges of a scrape; undefined if it fails. */
export function sharedReading<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined;
  return () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
}

/** Measures the duration of every request by method, route and status. */
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

/** Counts requests whose client disconnected before the response. They are neither errors nor served requests. */
export function countAbandoned(registry: Registry, log: Logger): (request: IncomingMessage) => void {
  const abandoned = new Counter({
    name: 'http_requests_abandoned_total',
    help: 'Requests whose client disconnected, or was disconnected, before it had the whole response.',
    registers: [registry],
  });
  return ({ method, url }) => {
    abandoned.inc();
    log.debug({ method, url }, 'the client disconnected');
  };
}

/** Serves the registry at /metrics in the Prometheus text format, to clients that may read it. */
export function serveMetrics(app: FastifyInstance, registry: Registry, access: MetricsAccess): void {
  app.get('/metrics', { onRequest: metricsGuard(access) }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
