import type { IndexJob } from '@shirube/contracts';
import { withJobSpan } from '@shirube/service-kit';

/** The number of services whose trace is remembered. A batch is linked to that many traces at most. */
const most = 500;

/** Remembers in which trace each service changed, so that the batch that indexes it is linked to that trace. */
export function createBatchTraces() {
  const traceOf = new Map<string, string>();
  return {
    note({ id, traceparent }: IndexJob): void {
      if (traceparent !== undefined && traceOf.size < most) traceOf.set(id, traceparent);
    },
    /** Runs the batch of these services in a span that is linked to the traces in which they changed. */
    run<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
      const traceparents = ids.flatMap((id) => traceOf.get(id) ?? []);
      // The remaining ones came too late for their batch, or will be announced again.
      traceOf.clear();
      return withJobSpan('index batch', { attributes: { 'shirube.batch.jobs': ids.length }, traceparents }, work);
    },
  };
}
