import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { reasonOf } from '@shirube/contracts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from './logger.js';

let enabled = false;

/** Whether the standard variables of OpenTelemetry enable traces. Without an endpoint there are none. */
export function wantsTraces(environment: NodeJS.ProcessEnv = process.env): boolean {
  const endpoint = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  return (
    Boolean(endpoint) &&
    environment.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
    environment.OTEL_TRACES_EXPORTER !== 'none'
  );
}

/** Starts sending traces if they are enabled, and returns a function that stops it. The SDK is loaded only then. */
export async function startTracing(service: string, log: Logger): Promise<() => Promise<void>> {
  if (!wantsTraces()) return async () => {};
  const { sendTraces } = await import('./sendTraces.js');
  const stop = sendTraces(service, log);
  enabled = true;
  return stop;
}

const tracer = () => trace.getTracer('shirube');

/** Runs `work` and ends the span after it. */
async function during<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: reasonOf(error) });
    throw error;
  } finally {
    span.end();
  }
}

/** Runs `work` inside a span of that name, or without one if traces are disabled. */
export async function withSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!enabled) return work();
  return tracer().startActiveSpan(name, { attributes }, (span) => during(span, work));
}

/**
 * Runs `work` for jobs that were enqueued elsewhere, inside a span that is linked to the origin of each and continues
 * the trace of the first. `traceparents` come from the jobs (W3C Trace Context).
 */
export async function withJobSpan<T>(
  name: string,
  { attributes, traceparents }: { attributes: Attributes; traceparents: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  if (!enabled) return work();
  const contexts = traceparents.map((traceparent) => propagation.extract(ROOT_CONTEXT, { traceparent }));
  const links = contexts.flatMap((origin) => {
    const spanContext = trace.getSpanContext(origin);
    return spanContext ? [{ context: spanContext }] : [];
  });
  const [parent = ROOT_CONTEXT] = contexts;
  const span = tracer().startSpan(name, { kind: SpanKind.CONSUMER, attributes, links }, parent);
  return context.with(trace.setSpan(parent, span), () => during(span, work));
}

/** Marks the spans of rejected requests (below 500) as OK: rejections are thrown like failures, but are none. */
export function markRejectedSpans(app: FastifyInstance): void {
  if (!app.hasRequestDecorator('opentelemetry')) return;
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode < 500) request.opentelemetry().span?.setStatus({ code: SpanStatusCode.OK });
    done();
  });
}
