import { type Check, kindOf, type ServiceStatus, type StatusReason } from '@shirube/contracts';

/** What the previous checks of a service have shown. */
export interface Standing {
  status: ServiceStatus;
  /** Whether an operator has set the status. */
  statusHeld: boolean;
  /** Since when every check has confirmed the registered terms; null if the last one did not. */
  confirmedSince: Date | null;
  /** The number of checks that contradicted the registered terms since a check last confirmed them. */
  contradictions: number;
  /** Since when all checks have failed; null if the last check did not. */
  failingSince: Date | null;
  failures: number;
  /** Whether another account comes first at the endpoint, and the account of this service has not proven ownership. */
  isUnproven: boolean;
}

/** The outcome of a check, with a reason if the status has changed. */
interface Judgement extends Standing {
  reason?: StatusReason;
}

const inactiveAfterMs = 72 * 3_600_000;
/** Also required: a monitor that was down for days has seen two failures, not days of failures. */
const inactiveAfterFailures = 4;
const contradictionsNeeded = 2;
/** The part of the interval that must lie between two checks that verify a service. A single moment could be staged. */
const apart = 0.1;

type JudgedCheck = Pick<Check, 'verdict' | 'declared' | 'observed'> & { checkedAt: Date };

/** Adds a check to the counts, without changing the status. */
function counted(before: Standing, check: JudgedCheck): Standing {
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

/** Returns the status that a service has earned, and the reason if it has changed. */
function earned(
  { status, confirmedSince, contradictions, failingSince, failures, isUnproven }: Standing,
  check: JudgedCheck,
  intervalSeconds: number,
): { status: ServiceStatus; reason?: StatusReason } {
  const kind = kindOf(check);
  const lasting = (since: Date | null) => (since ? check.checkedAt.getTime() - since.getTime() : 0);
  if (status === 'inactive')
    return kind === 'good' || kind === 'neutral' ? { status: 'unverified', reason: 'recovered' } : { status };
  if (kind === 'failure' && failures >= inactiveAfterFailures && lasting(failingSince) >= inactiveAfterMs) {
    return { status: 'inactive', reason: 'failing' };
  }
  if (status === 'verified' && isUnproven) return { status: 'unverified', reason: 'unproven' };
  if (status === 'verified' && kind === 'contradiction') {
    if (check.verdict === 'wrong_address') return { status: 'unverified', reason: 'wrong_address' };
    if (contradictions >= contradictionsNeeded) return { status: 'unverified', reason: 'contradicted' };
  }
  const isApart = confirmedSince !== null && confirmedSince < check.checkedAt;
  if (status === 'unverified' && kind === 'good' && isApart && !isUnproven) {
    if (lasting(confirmedSince) >= intervalSeconds * apart * 1000) return { status: 'verified', reason: 'confirmed' };
  }
  return { status };
}

/**
 * Applies a check to a service. Unverified → verified: two checks in a row, at least a tenth of the interval apart,
 * have confirmed address, network and price, and no other account has a better claim to the endpoint. Verified →
 * unverified: two checks have contradicted them without a confirmation in between, one has seen another address, or
 * another account has a better claim. Any → inactive: all checks, at least four, have failed for 72 hours. Inactive →
 * unverified: the first response that does not contradict. A status that an operator has set stays, but checks are
 * still counted for when it is released.
 */
export function judgeCheck(before: Standing, check: JudgedCheck, intervalSeconds: number): Judgement {
  const after = counted(before, check);
  return before.statusHeld ? after : { ...after, ...earned(after, check, intervalSeconds) };
}
