import { tracedJobs } from '@shirube/service-kit';

/** Where the wake-ups since the last batch were sent from at most: a trace is one of many links. */
const most = 500;

/** Remembers where wake-ups came from, so that the batch which follows them is seen in their traces. */
export function createBatchTraces() {
  let noted: string[] = [];
  return {
    note(traceparent: string | undefined): void {
      if (traceparent !== undefined && noted.length < most) noted.push(traceparent);
    },
    /** Runs a batch in a span that is linked to where its wake-ups came from. */
    run<T>(entries: number, work: () => Promise<T>): Promise<T> {
      const traceparents = noted;
      noted = [];
      return tracedJobs('index batch', { attributes: { 'shirube.batch.jobs': entries }, traceparents }, work);
    },
  };
}
