import { type Check, kindOf } from '@shirube/contracts';
import type { Standing } from './judgeCheck.js';

/** The first retry after a failure comes after this part of the interval. Each further delay is twice as long. */
const afterFailure = 1 / 72;
/** The delay of a check that decides about the status: slightly more than the required tenth of the interval. */
const soon = 0.11;
const jitter = 0.1;

/**
 * Returns the seconds from a check to the next: the interval if all is well, less if the status is about to change. The
 * first check that confirms decides when the one that verifies is due, however many are requested in between.
 */
export function secondsUntilNext(
  { status, confirmedSince, contradictions, failures }: Standing,
  check: Pick<Check, 'verdict' | 'declared' | 'observed'> & { checkedAt: Date },
  intervalSeconds: number,
  random: () => number = Math.random,
): number {
  // Never shorter than the required tenth of the interval, and otherwise never longer than the interval.
  const delay = (chance: number) => intervalSeconds * soon * (1 + chance * jitter);
  if (failures === 0 && kindOf(check) === 'contradiction' && contradictions === 1) return delay(random());
  if (failures === 0 && status === 'unverified' && confirmedSince !== null) {
    const passed = (check.checkedAt.getTime() - confirmedSince.getTime()) / 1000;
    // The same for every check since then.
    const whole = delay((confirmedSince.getTime() % 1000) / 1000);
    return passed < whole ? whole - passed : whole;
  }
  const part = failures > 0 ? Math.min(1, afterFailure * 2 ** Math.min(failures - 1, 20)) : 1;
  return intervalSeconds * part * (1 - random() * jitter);
}
