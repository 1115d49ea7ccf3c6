import { type Check, kindOf } from '@shirube/contracts';
import type { Standing } from './judgeCheck.js';

/** The first retry after a failure comes after this part of the interval. Each further delay is twice as long. */
const afterFailure = 1 / 72;
/** The delay of a check that decides about the status: slightly more than the required tenth of the interval. */
const soon = 0.11;
const jitter = 0.1;

/** Returns the seconds until the next check: the interval if all is well, less if the status is about to change. */
export function secondsUntilNext(
  { status, confirmedSince, contradictions, failures }: Standing,
  check: Pick<Check, 'verdict' | 'declared' | 'observed'> & { checkedAt: Date },
  intervalSeconds: number,
  random: () => number = Math.random,
): number {
  let part = 1;
  /** Seconds of the delay that have passed: the first check that confirms counts, whoever asks for others after it. */
  let passed = 0;
  if (failures > 0) part = Math.min(1, afterFailure * 2 ** Math.min(failures - 1, 20));
  else if (kindOf(check) === 'contradiction' && contradictions === 1) part = soon;
  else if (status === 'unverified' && confirmedSince !== null) {
    part = soon;
    passed = (check.checkedAt.getTime() - confirmedSince.getTime()) / 1000;
  }
  // Never longer than the interval, and never shorter than the required tenth.
  if (part !== soon) return intervalSeconds * part * (1 - random() * jitter);
  const delay = intervalSeconds * soon * (1 + random() * jitter);
  return passed < delay ? delay - passed : delay;
}
