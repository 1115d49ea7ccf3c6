import { type VerdictKind, verdicts } from '@shirube/domain';

const verdictsOf = (kind: VerdictKind): string =>
  Object.entries(verdicts)
    .filter(([, of]) => of === kind)
    .map(([verdict]) => `'${verdict}'`)
    .join(', ');

/** SQL: whether a request was sent at all. */
export const hasRequest = `verdict not in (${verdictsOf('silent')})`;
/** SQL: whether there was a response, even a wrong one. */
export const isAnswered = `verdict not in (${verdictsOf('silent')}, ${verdictsOf('failure')})`;
/**
 * SQL for a raw check: whether there was a response that says nothing about the registered terms. Mirrors kindOf in the
 * contracts.
 */
export const isNeutral = `(case when verdict in (${verdictsOf('good')}) then not observed ? 'price' when verdict = 'no_challenge'
  then coalesce((declared ->> 'freeQuota')::bigint, 0) > 0 or coalesce(declared ->> 'price' ~ '^[0.]+$', false)
  else false end)`;
/** SQL for a raw check: whether it confirmed the registered terms. */
export const isGood = `(verdict in (${verdictsOf('good')}) and observed ? 'price')`;

/** SQL: aggregates of raw checks, in the columns of check_hours. */
export const sumsOfChecks = `count(*)::integer as checks, (count(*) filter (where ${isGood}))::integer as good,
  (count(*) filter (where ${isNeutral}))::integer as neutral,
  (count(duration_ms) filter (where ${isAnswered}))::integer as timed,
  coalesce(sum(duration_ms) filter (where ${isAnswered}), 0)::bigint as total_ms,
  max(duration_ms) filter (where ${isAnswered}) as slowest_ms,
  (array_agg(observed ->> 'price' order by checked_at desc) filter (where observed ? 'price'))[1] as price,
  (array_agg(observed ->> 'currency' order by checked_at desc) filter (where observed ? 'price'))[1] as currency`;

/** SQL: aggregates of hours, in the columns of check_days. */
export const sumsOfHours = `sum(checks)::integer as checks, sum(good)::integer as good,
  sum(neutral)::integer as neutral, sum(timed)::integer as timed, sum(total_ms)::bigint as total_ms,
  max(slowest_ms) as slowest_ms,
  (array_agg(price order by hour desc) filter (where price is not null))[1] as price,
  (array_agg(currency order by hour desc) filter (where price is not null))[1] as currency`;

/** The columns of all aggregates. */
export const sumColumns = 'checks, good, neutral, timed, total_ms, slowest_ms, price, currency, simulated';

/**
 * SQL: hours are read from this time on, and the days that aggregate them before it. Raw checks are kept for one day
 * longer, so that there is time to aggregate them.
 */
export const hoursSince = (now: string): string => `date_trunc('day', ${now} - interval '6 days', 'UTC')`;

/** SQL: raw checks are read from this time on. Those of an hour that is already aggregated may be gone. */
export const rawSince = (now: string): string => `greatest(${hoursSince(now)}, (select hours_until from check_rollup))`;

/**
 * SQL: checks since a time by service, hour and verdict, where `condition` holds, whether they are aggregated or not.
 */
export const checksByHour = (since: string, condition = 'true'): string => `
  select service_id, hour, verdict, ${sumColumns} from check_hours
  where ${condition} and hour >= date_trunc('hour', ${since}, 'UTC') and hour < ${rawSince('now()')}
  union all
  select service_id, date_trunc('hour', checked_at, 'UTC'), verdict, ${sumsOfChecks}, simulated
  from checks where ${condition} and checked_at >= greatest(${since}, ${rawSince('now()')}) group by 1, 2, 3, simulated`;
