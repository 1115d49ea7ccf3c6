import { setTimeout as delay } from 'node:timers/promises';
import { withDeadline } from '@shirube/service-kit/deadline';
import { isDatabaseUnavailable } from './database.js';

/** Does work on the catalog for somebody who waits; the work must do no harm when it is done twice. */
export type ReachCatalog = <T>(work: () => Promise<T>) => Promise<T>;

const firstPauseMs = 50;
const longestPauseMs = 500;

/**
 * Nobody waits for longer than `milliseconds`. Within them, work that fails because Postgres is away is done again, so
 * that a restart costs no request. When it has been away for that long, everybody is told at once.
 */
export function createReachCatalog(milliseconds: number): ReachCatalog {
  let awaySince: number | undefined;

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        const result = await work();
        awaySince = undefined;
        return result;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        const now = performance.now();
        awaySince ??= now;
        if (now + pause > Math.min(started, awaySince) + milliseconds) throw error;
        await delay(pause);
      }
    }
  }

  return (work) => withDeadline(attempt(work), milliseconds);
}
