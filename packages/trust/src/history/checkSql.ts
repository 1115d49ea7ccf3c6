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
/** SQL of a raw check: whether it was answered and says nothing of what is registered, as kindOf in the contracts has it. */
export const isNeutral = `(case verdict when 'ok' then not observed ? 'price' when 'no_challenge'
  then coalesce((declared ->> 'freeQuota')::bigint, 0) > 0 or coalesce(declared ->> 'price' ~ '^[0.]+$', false)
  else false end)`;
/** SQL of a raw check: whether it found what is registered. */
export const isGood = `(verdict in (${named('good')}) and observed ? 'price')`;

/** SQL: the sums of raw checks, in the columns of check_hours. */
export const sumsOfChecks = `count(*)::integer as checks, (count(*) filter (where ${isGood}))::integer as good,
  (count(*) filter (where ${isNeutral}))::integer as neutral,
  (count(duration_ms) filter (where ${isAnswered}))::integer as timed,
  coalesce(sum(duration_ms) filter (where ${isAnswered}), 0)::bigint as total_ms,
  max(duration_ms) filter (where ${isAnswered}) as slowest_ms,
  (array_agg(observed ->> 'price' order by checked_at desc) filter (where observed ? 'price'))[1] as price,
  (array_agg(observed ->> 'currency' order by checked_at desc) filter (where observed ? 'price'))[1] as currency`;

/** SQL: the sums of hours, in the columns of check_days. */
export const sumsOfHours = `sum(checks)::integer as checks, sum(good)::integer as good,
  sum(neutral)::integer as neutral, sum(timed)::integer as timed, sum(total_ms)::bigint as total_ms,
  max(slowest_ms) as slowest_ms,
  (array_agg(price order by hour desc) filter (where price is not null))[1] as price,
  (array_agg(currency order by hour desc) filter (where price is not null))[1] as currency`;

/** Columns that all sums have. */
export const sumColumns = 'checks, good, neutral, timed, total_ms, slowest_ms, price, currency, simulated';

/**
 * SQL: from here on hours are read, and before it the days that they were summed up to. Raw checks are kept a day longer,
 * so that there is time to sum them up.
 */
export const hoursSince = (now: string): string => `date_trunc('day', ${now} - interval '6 days', 'UTC')`;

/** SQL: from here on raw checks are read: those of an hour that has been summed up may be gone. */
export const rawSince = (now: string): string => `greatest(${hoursSince(now)}, (select hours_until from check_rollup))`;

/** SQL: checks by service, hour and verdict since a moment, where `condition` holds, whether they are summed up or not. */
export const checksByHour = (since: string, condition = 'true'): string => `
  select service_id, hour, verdict, ${sumColumns} from check_hours
  where ${condition} and hour >= date_trunc('hour', ${since}, 'UTC') and hour < ${rawSince('now()')}
  union all
  select service_id, date_trunc('hour', checked_at, 'UTC'), verdict, ${sumsOfChecks}, simulated
  from checks where ${condition} and checked_at >= greatest(${since}, ${rawSince('now()')}) group by 1, 2, 3, simulated`;
