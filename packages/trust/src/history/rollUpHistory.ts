import type { Database } from '@shirube/catalog';
import { sumColumns, sumsOfChecks, sumsOfHours } from './checkSql.js';

// Checks are recorded with a small delay, so an hour is aggregated a few minutes after its end.
const sumHours = `
  with span as (
    select hours_until as since, date_trunc('hour', now() - interval '10 minutes', 'UTC') as until
    from check_rollup for update skip locked
  ), summed as (
    insert into check_hours (service_id, hour, verdict, ${sumColumns})
    select service_id, date_trunc('hour', checked_at, 'UTC'), verdict, ${sumsOfChecks}, simulated
    from checks, span where checked_at >= span.since and checked_at < span.until
    group by 1, 2, 3, simulated
    on conflict (service_id, hour, verdict) do nothing
  )
  update check_rollup set hours_until = span.until from span where span.until > hours_until`;

const sumDays = `
  with span as (
    select days_until as since, date_trunc('day', hours_until, 'UTC') as until
    from check_rollup for update skip locked
  ), summed as (
    insert into check_days (service_id, day, verdict, ${sumColumns})
    select service_id, (hour at time zone 'UTC')::date, verdict, ${sumsOfHours}, simulated
    from check_hours, span where hour >= span.since and hour < span.until
    group by 1, 2, 3, simulated
    on conflict (service_id, day, verdict) do nothing
  )
  update check_rollup set days_until = span.until from span where span.until > days_until`;

// Only aggregated checks are deleted.
const forget = [
  `delete from checks where checked_at < (select least(hours_until, now() - interval '7 days') from check_rollup)`,
  `delete from check_hours where hour < (select least(days_until, now() - interval '90 days') from check_rollup)`,
  `delete from check_days where day < (now() at time zone 'UTC')::date - 730`,
];

// Aggregated checks serve only as evidence. An account keeps as many as its services need at the usual interval, plus
// some more, however often they are checked.
const allowed = '5000 + 30 * count(distinct service_id)';
const prune = `
  with crowded as (
    select account_id, ${allowed} as allowed from checks join services on id = service_id where not simulated
    group by account_id having count(*) > ${allowed}
  ), ranked as (
    select checks.ctid as row, allowed, row_number() over (partition by account_id order by checked_at desc) as place
    from crowded join services using (account_id) join checks on service_id = id
    where not simulated
  )
  delete from checks using ranked, check_rollup
  where checks.ctid = ranked.row and place > allowed and checked_at < hours_until`;

/** Aggregates checks by hour and by day, and prunes old ones. Concurrent calls are safe. */
export async function rollUpHistory(database: Database): Promise<void> {
  const { rowCount: hoursSummed } = await database.query(sumHours);
  for (const statement of [sumDays, ...forget]) await database.query(statement);
  if (hoursSummed) await database.query(prune);
}
