import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Logger } from './logger.js';

const sayAgainAfterMs = 60_000;

/** Tells the log, now and then, that traces cannot be sent: nothing else suffers from that. */
function reportTo(log: Logger) {
  let saidAt = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() - saidAt < sayAgainAfterMs) return;
    saidAt = performance.now();
    log.warn(`traces: ${message.split('\n', 1)[0]}`);
  };
  const ignore = () => {};
  return { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
}

/** Sends every span over OTLP/HTTP, configured by the standard variables; returns what flushes and ends it. */
export function sendTraces(service: string, log: Logger): () => Promise<void> {
  diag.setLogger(reportTo(log), DiagLogLevel.WARN);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `shirube-${service}` }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.shutdown();
}
