import type { DirectoryClient } from '@shirube/testing';
import type { Test } from 'tap';

/** The metrics of a process. A gateway does not expose them. */
export async function metrics(t: Test, directory: DirectoryClient): Promise<void> {
  const { text } = await directory.get('/metrics');
  for (const metric of [
    'http_request_duration_seconds_count',
    'shirube_index_pending',
    'shirube_index_set_aside',
    'shirube_queue_jobs',
    'shirube_index_lag_seconds',
  ]) {
    t.match(text, new RegExp(`^${metric}`, 'm'), metric);
  }
  t.notMatch(text, new RegExp(directory.key), 'without secrets');
}
