import { ProblemError } from '@shirube/client';

const passing = new Set([429, 502, 503, 504]);
const longestWait = 30;

/**
 * Seconds after which a failed request is worth sending again: what the directory said, else longer each time;
 * undefined when the same request would fail the same way.
 */
export function secondsToRetry(error: unknown, attempt: number): number | undefined {
  if (error instanceof ProblemError) {
    if (!passing.has(error.status)) return undefined;
    if (error.retryAfter !== undefined) return Math.max(1, error.retryAfter);
  }
  return Math.min(longestWait, 2 ** attempt);
}
