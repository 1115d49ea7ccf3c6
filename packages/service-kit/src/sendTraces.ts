import { FastifyOtelInstrumentation } from '@fastify/otel';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Logger } from './logger.js';
import { createSparseReport } from './sparseReport.js';

const untraced = /^\/(live|ready|metrics)(\?|$)/;

/** Creates a span for every request of apps that are created from now on, in the trace that its headers name. */
function traceRequests(): void {
  new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    instrumentHooks: false,
    ignorePaths: ({ url }) => untraced.test(url),
    requestHook: (span, { method, url, routeOptions }) => {
      span.updateName(`${method} ${routeOptions.url ?? 'unknown'}`);
      // Queries may contain personal data.
      span.setAttribute('url.path', url.replace(/\?.*/s, ''));
    },
  });
}

/**
 * Sends every span over OTLP/HTTP, configured by the standard variables. Returns a function that flushes and stops it.
 */
export function sendTraces(service: string, log: Logger): () => Promise<void> {
  // A failure to send traces affects nothing else.
  const { failed } = createSparseReport(log, 'the trace collector');
  const report = (message: string) => failed(message);
  const ignore = () => {};
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, DiagLogLevel.WARN);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `shirube-${service}` }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  traceRequests();
  return () => provider.shutdown();
}
