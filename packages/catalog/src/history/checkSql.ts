import { type VerdictKind, verdicts } from '@shirube/contracts';

const named = (kind: VerdictKind): string =>
  Object.entries(verdicts)
    .filter(([, of]) => of === kind)
    .map(([verdict]) => `'${verdict}'`)
    .join(', ');

/** SQL: whether something was asked at all. */
export const isAsked = `verdict not in (${named('silent')})`;
/** SQL: whether it was answered, be it wrongly. */
export const isAnswered = `verdict not in (${named('silent')}, ${named('failure')})`;
/** SQL of a raw check: whether it found what is registered (kindOf in the contracts says why free services are good). */
export const isGood = `(verdict in (${named('good')}) or (verdict = 'no_challenge'
  and (coalesce((declared ->> 'freeQuota')::bigint, 0) > 0 or declared ->> 'price' ~ '^[0.]+$')))`;

/** SQL: the sums of raw checks, in the columns of check_hours. */
export const sumsOfChecks = `count(*)::integer as checks, (count(*) filter (where ${isGood}))::integer as good,
  (count(duration_ms) filter (where ${isAnswered}))::integer as timed,
  coalesce(sum(duration_ms) filter (where ${isAnswered}), 0)::bigint as total_ms,
  max(duration_ms) filter (where ${isAnswered}) as slowest_ms,
  (array_agg(observed ->> 'price' order by checked_at desc) filter (where observed ? 'price'))[1] as price,
  (array_agg(observed ->> 'currency' order by checked_at desc) filter (where observed ? 'price'))[1] as currency`;

/** SQL: the sums of hours, in the columns of check_days. */
export const sumsOfHours = `sum(checks)::integer as checks, sum(good)::integer as good, sum(timed)::integer as timed,
  sum(total_ms)::bigint as total_ms, max(slowest_ms) as slowest_ms,
  (array_agg(price order by hour desc) filter (where price is not null))[1] as price,
  (array_agg(currency order by hour desc) filter (where price is not null))[1] as currency`;

/** Columns that all sums have. */
export const sumColumns = 'checks, good, timed, total_ms, slowest_ms, price, currency, simulated';

/**
 * SQL: from here on raw checks are read, and before it what they were summed up to. They are kept a day longer, so that
 * there is time to sum them up.
 */
export const rawSince = (now: string): string => `date_trunc('day', ${now} - interval '6 days', 'UTC')`;
