import type { IndexJob } from '@shirube/contracts';
import { tracedJobs } from '@shirube/service-kit';

/** Of so many services it is remembered in which trace they changed: a trace is one of many links. */
const most = 500;

/** Remembers in which trace services have changed, so that the batch with them is seen there. */
export function createBatchTraces() {
  const noted = new Map<string, string>();
  return {
    note({ id, traceparent }: IndexJob): void {
      if (traceparent !== undefined && noted.size < most) noted.set(id, traceparent);
    },
    /** Runs the batch of these services in a span that is linked to the traces in which they have changed. */
    run<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
      const traceparents = ids.flatMap((id) => noted.get(id) ?? []);
      // What remains came too late for its batch, or will be announced again.
      noted.clear();
      return tracedJobs('index batch', { attributes: { 'shirube.batch.jobs': ids.length }, traceparents }, work);
    },
  };
}
