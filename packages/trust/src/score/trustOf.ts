import type { ServiceStatus, TrustCap, TrustParts } from '@shirube/contracts';

/** An hour in which a service was checked; how often does not matter, so that nobody gains by being checked more. */
export interface ObservedHour {
  hour: Date;
  /** Checks that asked it anything. */
  asked: number;
  /** Those of them that were answered. */
  answered: number;
  /** Those of them that told anything of what it asks for. */
  judged: number;
  /** Those of them that found what is registered. */
  matched: number;
}

/** What is known of a service. */
export interface TrustFacts {
  status: ServiceStatus;
  /** Of the last 30 days. */
  hours: readonly ObservedHour[];
  /** When a check first found what is registered. */
  provenSince: Date | null;
  /** Of the last 90 days: how many settlements, and on how many days. */
  settlements: { transactions: number; days: number };
}

/** The points that each part is worth; 100 together. */
const weights = { reachability: 40, honesty: 35, age: 10, settlements: 15 };
/** The days that the facts of a part are of. */
export const windowDays = { reachability: 30, honesty: 30, settlements: 90 };
/** What a service cannot exceed: one that does not answer, and one that asks for something else than registered. */
const caps = { inactive: 10, contradicted: 30 };
const dayMs = 86_400_000;
/** After so many days an hour counts half. */
const halfLifeDays = 7;
/** So many days must have been looked at before what was seen counts in full. */
const provingDays = 7;
/** At so many days a service is as old as it can be. */
const fullAgeDays = 180;
/** So many settlements, on so many days, are as good as more. */
const fullSettlements = { transactions: 1_000, days: 10 };

const share = (of: number, all: number): number => (all > 0 ? of / all : 0);
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

function weigh<Facts>(name: keyof typeof weights, value: number, facts: Facts) {
  const weight = weights[name];
  const bounded = Math.min(1, Math.max(0, value));
  const window = name === 'age' ? {} : { windowDays: windowDays[name] };
  return { value: round(bounded, 4), weight, points: Math.round(bounded * weight), ...window, facts };
}

type Counted = Exclude<keyof ObservedHour, 'hour'>;

/** The mean share of hours, those of the last days counting the most. */
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

/** Share of the hours, in percent with two decimals; null where nothing was asked. */
export function uptimeOf(hours: readonly ObservedHour[]): number | null {
  const asked = hours.filter((hour) => hour.asked > 0);
  if (asked.length === 0) return null;
  return round((100 * count(asked, (hour) => hour.answered / hour.asked)) / asked.length, 2);
}

/**
 * What the trust of a service is made of (docs/trust.md). What was seen counts by the hour and in full after a week of
 * looking; age counts from the first check that found what is registered; settlements count by their order of magnitude
 * and only when they come on several days. A service that is registered again has none of these.
 */
export function trustOf({ hours, provenSince, settlements }: Omit<TrustFacts, 'status'>, now: Date): TrustParts {
  const asked = hours.filter((hour) => hour.asked > 0);
  const days = new Set(asked.map(({ hour }) => Math.floor(hour.getTime() / dayMs))).size;
  const proof = Math.min(1, days / provingDays);
  const failed = asked.filter((hour) => hour.answered < hour.asked);
  const lastFailure = failed.length > 0 ? Math.max(...failed.map(({ hour }) => hour.getTime())) : undefined;
  const ageDays = provenSince ? Math.max(0, Math.floor((now.getTime() - provenSince.getTime()) / dayMs)) : 0;
  const { transactions } = settlements;
  return {
    reachability: weigh('reachability', proof * recentShare(asked, now, 'answered', 'asked'), {
      checks: count(asked, (hour) => hour.asked),
      days,
      uptime: uptimeOf(asked),
      lastFailure: lastFailure === undefined ? null : new Date(lastFailure).toISOString(),
    }),
    honesty: weigh('honesty', proof * recentShare(asked, now, 'matched', 'judged'), {
      answered: count(asked, (hour) => hour.judged),
      matched: count(asked, (hour) => hour.matched),
    }),
    age: weigh('age', ageDays / fullAgeDays, { since: provenSince?.toISOString() ?? null, days: ageDays }),
    settlements: weigh(
      'settlements',
      (Math.log10(1 + transactions) / Math.log10(1 + fullSettlements.transactions)) *
        Math.min(1, settlements.days / fullSettlements.days),
      { transactions, days: settlements.days },
    ),
  };
}

/**
 * What bounds the trust of a service now, whatever it was before. One that is verified is not bounded by a single check that
 * contradicts it: a second one, or another address, takes the status away.
 */
export function trustCap({ status, hours }: Pick<TrustFacts, 'status' | 'hours'>): TrustCap | undefined {
  const judged = hours.filter((hour) => hour.judged > 0);
  const last = judged.reduce<ObservedHour | undefined>((a, b) => (a && a.hour > b.hour ? a : b), undefined);
  if (status === 'inactive') return { points: caps.inactive, reason: 'inactive' };
  if (status === 'unverified' && last?.matched === 0) return { points: caps.contradicted, reason: 'contradicted' };
  return undefined;
}

/** The trust that its parts make, within what bounds it. */
export function trustScore(parts: TrustParts, cap?: TrustCap): number {
  const sum = Object.values(parts).reduce((sum, { points }) => sum + points, 0);
  return Math.min(sum, cap?.points ?? sum);
}
