import { tracedJobs } from '@shirube/service-kit';

/** Remembers where the jobs that wait were announced, so that the batch which does them is seen in their traces. */
export interface BatchTraces {
  note(id: string, traceparent: string | undefined): void;
  /** Runs a batch in a span that is linked to where its jobs were announced. */
  run<T>(ids: readonly string[], work: () => Promise<T>): Promise<T>;
}

export function createBatchTraces(): BatchTraces {
  const noted = new Map<string, string>();

  function take(ids: readonly string[]): string[] {
    if (noted.size === 0) return [];
    const traceparents = ids.flatMap((id) => noted.get(id) ?? []);
    for (const id of ids) noted.delete(id);
    return traceparents;
  }

  return {
    note(id, traceparent) {
      if (traceparent !== undefined) noted.set(id, traceparent);
    },
    run: (ids, work) =>
      tracedJobs(
        'index batch',
        { attributes: { 'shirube.batch.jobs': ids.length }, traceparents: take(ids) },
        work,
      ),
  };
}
