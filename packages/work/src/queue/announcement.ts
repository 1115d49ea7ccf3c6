import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { IndexJob } from '@shirube/contracts';

/** A job that is about to be sent. */
export interface Announcement {
  job: IndexJob;
  sent(): void;
  dropped(error: unknown): void;
}

const ignore = () => {};

/** The job of a changed service; inside a traced request it carries the trace along, and its sending is a span there. */
export function announce(id: string): Announcement {
  if (!trace.getActiveSpan()) return { job: { id }, sent: ignore, dropped: ignore };
  const span = trace
    .getTracer('shirube')
    .startSpan('enqueue', { kind: SpanKind.PRODUCER, attributes: { 'shirube.service.id': id } });
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(context.active(), span), carrier);
  return {
    job: { id, ...(carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent }) },
    sent: () => span.end(),
    dropped(error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
      span.end();
    },
  };
}
