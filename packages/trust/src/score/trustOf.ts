import type { ServiceStatus, TrustCap, TrustParts } from '@shirube/contracts';

/** An hour in which a service was checked. The number of checks does not matter, so nobody gains by more of them. */
interface ObservedHour {
  hour: Date;
  /** Checks that sent a request. */
  requests: number;
  /** Of these, checks that got a response. */
  answered: number;
  /** Of these, checks that say something about the terms. */
  judged: number;
  /** Of these, checks that confirmed the registered terms. */
  matched: number;
}

/** What is known of a service. */
export interface TrustFacts {
  status: ServiceStatus;
  /** Hours of the last 30 days. */
  hours: readonly ObservedHour[];
  /** Whether the last check that saw the terms confirmed the registered ones; null if only the hours tell. */
  lastMatched?: boolean | null;
  /** When a check first confirmed the registered terms. */
  provenSince: Date | null;
  settlements: PaidFacts;
}

/** Settlements of the last 90 days. */
interface PaidFacts {
  transactions: number;
  /** Days with at least one settlement. */
  days: number;
  /** The number of payers, of those who paid on several days, and their total weight. */
  payers: number;
  returning: number;
  worth: number;
}

export const noSettlements: PaidFacts = { transactions: 0, days: 0, payers: 0, returning: 0, worth: 0 };

/** The maximum points of each part; 100 in total. */
const weights = { reachability: 40, honesty: 35, age: 10, settlements: 15 };
/** The number of days that the facts of a part cover. */
export const windowDays = { reachability: 30, honesty: 30, settlements: 90 };
/** Caps on trust: for a service that does not respond, and for one whose terms differ from the registered ones. */
const caps = { inactive: 10, contradicted: 30 };
const dayMs = 86_400_000;
/** The half-life of the weight of an hour, in days. */
const halfLifeDays = 7;
/** The number of observed days after which observations count in full. */
const provingDays = 7;
/** The age in days that gives full points. */
const fullAgeDays = 180;
/** The total weight of payers, and the number of days, that give full points. */
const fullSettlements = { worth: 200, days: 10 };

const share = (of: number, all: number): number => (all > 0 ? of / all : 0);
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

function weigh<Facts>(name: keyof typeof weights, value: number, facts: Facts) {
  const weight = weights[name];
  const bounded = Math.min(1, Math.max(0, value));
  const window = name === 'age' ? {} : { windowDays: windowDays[name] };
  return { value: round(bounded, 4), weight, points: Math.round(bounded * weight), ...window, facts };
}

type Counted = Exclude<keyof ObservedHour, 'hour'>;

/** Returns the weighted mean share over the hours. Recent days count the most. */
function recentShare(hours: readonly ObservedHour[], now: Date, of: Counted, all: Counted): number {
  let sum = 0;
  let total = 0;
  for (const hour of hours) {
    if (hour[all] === 0) continue;
    const weight = 2 ** ((hour.hour.getTime() - now.getTime()) / dayMs / halfLifeDays);
    sum += weight * (hour[of] / hour[all]);
    total += weight;
  }
  return share(sum, total);
}

const count = (hours: readonly ObservedHour[], of: (hour: ObservedHour) => number): number =>
  hours.reduce((sum, hour) => sum + of(hour), 0);

/** Returns the uptime in percent, with two decimals; null if no request was sent. */
export function uptimeOf(hours: readonly ObservedHour[]): number | null {
  const checkedHours = hours.filter((hour) => hour.requests > 0);
  if (checkedHours.length === 0) return null;
  return round((100 * count(checkedHours, (hour) => hour.answered / hour.requests)) / checkedHours.length, 2);
}

/**
 * Computes the trust parts of a service (docs/trust.md). Observations count by the hour, and in full after a week. Age
 * counts from the first check that confirmed the registered terms. Settlements count by the order of magnitude of their
 * payers, and only if they occur on several days. A service that is registered again starts with none of these.
 */
export function trustOf({ hours, provenSince, settlements }: Omit<TrustFacts, 'status'>, now: Date): TrustParts {
  const checkedHours = hours.filter((hour) => hour.requests > 0);
  const days = new Set(checkedHours.map(({ hour }) => Math.floor(hour.getTime() / dayMs))).size;
  const proof = Math.min(1, days / provingDays);
  const failed = checkedHours.filter((hour) => hour.answered < hour.requests);
  const lastFailure = failed.length > 0 ? Math.max(...failed.map(({ hour }) => hour.getTime())) : undefined;
  const ageDays = provenSince ? Math.max(0, Math.floor((now.getTime() - provenSince.getTime()) / dayMs)) : 0;
  const { transactions, payers, returning, worth } = settlements;
  return {
    reachability: weigh('reachability', proof * recentShare(checkedHours, now, 'answered', 'requests'), {
      checks: count(checkedHours, (hour) => hour.requests),
      days,
      uptime: uptimeOf(checkedHours),
      lastFailure: lastFailure === undefined ? null : new Date(lastFailure).toISOString(),
    }),
    honesty: weigh('honesty', proof * recentShare(checkedHours, now, 'matched', 'judged'), {
      answered: count(checkedHours, (hour) => hour.judged),
      matched: count(checkedHours, (hour) => hour.matched),
    }),
    age: weigh('age', ageDays / fullAgeDays, { since: provenSince?.toISOString() ?? null, days: ageDays }),
    settlements: weigh(
      'settlements',
      (Math.log10(1 + worth) / Math.log10(1 + fullSettlements.worth)) *
        Math.min(1, settlements.days / fullSettlements.days),
      { transactions, days: settlements.days, payers, returning },
    ),
  };
}

/**
 * Returns the current cap on the trust of a service, whatever its trust was before. A single contradicting check does
 * not cap a verified service: a second one, or another address, ends the verification.
 */
export function trustCap({
  status,
  hours,
  lastMatched,
}: Pick<TrustFacts, 'status' | 'hours' | 'lastMatched'>): TrustCap | undefined {
  const judged = hours.filter((hour) => hour.judged > 0);
  const last = judged.reduce<ObservedHour | undefined>((a, b) => (a && a.hour > b.hour ? a : b), undefined);
  if (status === 'inactive') return { points: caps.inactive, reason: 'inactive' };
  const isContradicted = lastMatched === undefined || lastMatched === null ? last?.matched === 0 : !lastMatched;
  if (status === 'unverified' && isContradicted) return { points: caps.contradicted, reason: 'contradicted' };
  return undefined;
}

/** Returns the sum of the trust parts, limited by the cap. */
export function trustScore(parts: TrustParts, cap?: TrustCap): number {
  const sum = Object.values(parts).reduce((sum, { points }) => sum + points, 0);
  return Math.min(sum, cap?.points ?? sum);
}
