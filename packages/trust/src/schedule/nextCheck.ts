import { type Check, kindOf } from '@shirube/contracts';
import type { Standing } from './judgeCheck.js';

/** The first repetition after a failure comes after this part of the interval; each one more doubles it. */
const afterFailure = 1 / 72;
/** The check that a judgement waits for: a little more than the tenth that it must be apart. */
const soon = 0.11;
const jitter = 0.1;

/** Seconds until the next check: the interval when all is well, sooner when something is in the balance. */
export function secondsUntilNext(
  { status, confirmedSince, contradictions, failures }: Standing,
  check: Pick<Check, 'verdict' | 'declared' | 'observed'>,
  intervalSeconds: number,
  random: () => number = Math.random,
): number {
  let part = 1;
  if (failures > 0) part = Math.min(1, afterFailure * 2 ** Math.min(failures - 1, 20));
  else if (kindOf(check) === 'contradiction' && contradictions === 1) part = soon;
  else if (status === 'unverified' && confirmedSince !== null) part = soon;
  // Never longer than the interval, and never so short that the tenth has not passed.
  return part === soon
    ? intervalSeconds * soon * (1 + random() * jitter)
    : intervalSeconds * part * (1 - random() * jitter);
}
