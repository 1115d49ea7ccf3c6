import { setTimeout as delay } from 'node:timers/promises';
import { DeadlinePassed, withDeadline } from '@shirube/domain';

/** Runs work on a part while a client waits. The work must be idempotent. */
export type Reach = <T>(work: () => Promise<T>) => Promise<T>;

interface ReachOptions {
  /** How long a client may wait. */
  milliseconds: number;
  /** Whether an error means that the part is unreachable, and may be back in a moment. */
  isAway(error: unknown): boolean;
  /** Creates the error for work that has missed the deadline. */
  late?: () => Error;
}

const firstPauseMs = 50;
const longestPauseMs = 500;

/**
 * Gives work on a part a deadline. Until then, work that fails because the part is unreachable is retried, so that a
 * restart costs no request. Once the part has been unreachable for that long, work fails at once.
 */
export function createReach({ milliseconds, isAway, late }: ReachOptions): Reach {
  let awaySince: number | undefined;

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        const result = await work();
        awaySince = undefined;
        return result;
      } catch (error) {
        if (!isAway(error)) throw error;
        const now = performance.now();
        awaySince ??= now;
        if (now + pause > Math.min(started, awaySince) + milliseconds) throw error;
        await delay(pause);
      }
    }
  }

  return (work) =>
    withDeadline(attempt(work), milliseconds).catch((error) => {
      throw error instanceof DeadlinePassed && late ? late() : error;
    });
}
