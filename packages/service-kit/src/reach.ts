import { setTimeout as delay } from 'node:timers/promises';
import { DeadlinePassed, withDeadline } from './deadline.js';

/** Does work on a part for somebody who waits; the work must do no harm when it is done twice. */
export type Reach = <T>(work: () => Promise<T>) => Promise<T>;

export interface ReachOptions {
  /** How long anybody may wait. */
  milliseconds: number;
  /** Whether an error means that the part is away, and may be back in a moment. */
  isAway(error: unknown): boolean;
  /** What is told to who has waited for so long. */
  late?: () => Error;
}

const firstPauseMs = 50;
const longestPauseMs = 500;

/**
 * Bounds work on a part in time. Within that time, work that fails because the part is away is done again, so that a
 * restart costs no request. When the part has been away for that long, everybody is told at once.
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
