import { type Check, kindOf, type ServiceStatus, type StatusReason } from '@shirube/contracts';

/** What is known of a service from the checks before. */
export interface Standing {
  status: ServiceStatus;
  /** An operator has set the status. */
  statusHeld: boolean;
  /** Since when every check has confirmed what is registered; null when the last one did not. */
  confirmedSince: Date | null;
  /** Checks that contradicted what is registered, none between them confirmed it. */
  contradictions: number;
  /** Since when there were nothing but failures; null when the last check was none. */
  failingSince: Date | null;
  failures: number;
}

/** What comes of a check; with a reason where the status is another. */
export interface Judgement extends Standing {
  reason?: StatusReason;
}

const inactiveAfterMs = 72 * 3_600_000;
/** Failures that it takes besides: a monitor that was off for days has seen two of them, not days. */
const inactiveAfterFailures = 4;
const contradictionsNeeded = 2;
/** The part of an interval that lies between two checks that verify a service: one moment can be arranged. */
const apart = 0.1;

type Seen = Pick<Check, 'verdict' | 'declared' | 'observed'> & { checkedAt: Date };

/** Counts a check in; the status is as before. */
function counted(before: Standing, check: Seen): Standing {
  switch (kindOf(check)) {
    case 'good':
      return {
        ...before,
        confirmedSince: before.confirmedSince ?? check.checkedAt,
        contradictions: 0,
        failingSince: null,
        failures: 0,
      };
    case 'neutral':
      return { ...before, confirmedSince: null, failingSince: null, failures: 0 };
    case 'contradiction':
      return {
        ...before,
        confirmedSince: null,
        contradictions: before.contradictions + 1,
        failingSince: null,
        failures: 0,
      };
    case 'failure':
      return {
        ...before,
        confirmedSince: null,
        failingSince: before.failingSince ?? check.checkedAt,
        failures: before.failures + 1,
      };
    case 'silent':
      return before;
  }
}

/** The status that a service has earned, and why it is another than before. */
function earned(
  { status, confirmedSince, contradictions, failingSince, failures }: Standing,
  check: Seen,
  intervalSeconds: number,
): { status: ServiceStatus; reason?: StatusReason } {
  const kind = kindOf(check);
  const lasting = (since: Date | null) => (since ? check.checkedAt.getTime() - since.getTime() : 0);
  if (status === 'inactive')
    return kind === 'good' || kind === 'neutral' ? { status: 'unverified', reason: 'recovered' } : { status };
  if (kind === 'failure' && failures >= inactiveAfterFailures && lasting(failingSince) >= inactiveAfterMs) {
    return { status: 'inactive', reason: 'failing' };
  }
  if (status === 'verified' && kind === 'contradiction') {
    if (check.verdict === 'wrong_address') return { status: 'unverified', reason: 'wrong_address' };
    if (contradictions >= contradictionsNeeded) return { status: 'unverified', reason: 'contradicted' };
  }
  const isApart = confirmedSince !== null && confirmedSince < check.checkedAt;
  if (status === 'unverified' && kind === 'good' && isApart) {
    if (lasting(confirmedSince) >= intervalSeconds * apart * 1000) return { status: 'verified', reason: 'confirmed' };
  }
  return { status };
}

/**
 * What a check makes of a service. Unverified → verified: two checks in a row, a tenth of the interval apart at least,
 * have confirmed address, network and price. Verified → unverified: two have contradicted them and none between them
 * confirmed, or one has seen another address. Any → inactive: nothing but failures for 72 hours. Inactive → unverified:
 * the first that answers and does not contradict. What an operator has set stays; checks are counted all the same, for
 * when it is released.
 */
export function judgeCheck(before: Standing, check: Seen, intervalSeconds: number): Judgement {
  const after = counted(before, check);
  return before.statusHeld ? after : { ...after, ...earned(after, check, intervalSeconds) };
}
