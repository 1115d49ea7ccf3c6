import { ProblemError } from '@shirube/client';
import type { Backoff } from '@shirube/contracts';

const passing = new Set([429, 502, 503, 504]);

/**
 * Returns the seconds to wait before a failed request is retried: as the directory says, otherwise backing off;
 * undefined if the same request would fail again.
 */
export function secondsToRetry(error: unknown, backoff: Backoff): number | undefined {
  if (error instanceof ProblemError) {
    if (!passing.has(error.status)) return undefined;
    if (error.retryAfter !== undefined) return Math.max(1, error.retryAfter);
  }
  return backoff.next();
}
