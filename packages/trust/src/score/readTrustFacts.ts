import type { Database } from '@shirube/catalog';
import type { ServiceStatus } from '@shirube/contracts';
import { isAnswered, isAsked, isGood, isNeutral, rawSince } from '../history/checkSql.js';
import type { TrustFacts } from './trustOf.js';

/** What is known of a service, with its id. */
export interface ServiceFacts extends TrustFacts {
  id: string;
}

const facts = `
  with wanted as (
    select services.id, services.status, coalesce(monitoring.simulated, false) as simulated, services.proven_since,
      coalesce(date_trunc('hour', services.observed_since, 'UTC'), '-infinity') as since,
      -- What was paid before it was registered as it is says nothing of it.
      case when monitoring.simulated then '-infinity'
        else (greatest(services.created_at, services.observed_since) at time zone 'UTC')::date end as paid_since
    from services left join monitoring on monitoring.service_id = services.id
    where services.id = any($1)
  ), observed as (
    select wanted.id, hour, verdict, checks, good, neutral from wanted
    join check_hours on service_id = wanted.id and check_hours.simulated = wanted.simulated
    -- Of 30 days of the calendar, today being the last: thirty times 24 hours touch 31 of them.
    where hour >= greatest(wanted.since, date_trunc('day', $2::timestamptz, 'UTC') - interval '29 days') and hour < ${rawSince('$2::timestamptz')}
    union all
    select wanted.id, date_trunc('hour', checked_at, 'UTC'), verdict, 1, ${isGood}::integer,
      ${isNeutral}::integer from wanted
    join checks on service_id = wanted.id and checks.simulated = wanted.simulated
    -- To the end of this millisecond: the clock of the catalog is finer than that of its reader.
    where checked_at >= greatest(wanted.since, ${rawSince('$2::timestamptz')})
      and checked_at < $2::timestamptz + interval '1 ms'
  ), hours as (
    select id, hour, sum(checks) filter (where ${isAsked}) as asked,
      sum(checks) filter (where ${isAnswered}) as answered, sum(neutral) as neutral, sum(good) as matched
    from observed group by id, hour
  ), seen as (
    select id, min(hour) filter (where matched > 0) as first_match,
      json_agg(json_build_array(extract(epoch from hour), asked, answered, neutral, matched) order by hour) as hours
    from hours group by id
  ), paid as (
    select wanted.id, sum(transactions) as transactions, count(distinct day) as days
    from wanted join settlement_days on service_id = wanted.id
    where day >= paid_since and day > ($2::timestamptz at time zone 'UTC')::date - 90 group by wanted.id
  )
  select wanted.id, wanted.status, coalesce(wanted.proven_since, seen.first_match) as proven_since, seen.hours,
    coalesce(paid.transactions, 0) as transactions, coalesce(paid.days, 0) as days
  from wanted left join seen using (id) left join paid using (id) order by wanted.id`;

interface FactsRow {
  id: string;
  status: ServiceStatus;
  proven_since: Date | null;
  hours: [seconds: number, asked: number | null, answered: number | null, neutral: number, matched: number][] | null;
  transactions: string;
  days: string;
}

/** What is known of services: checks by the hour of the last 30 days, made-up ones only of what is made up. */
export async function readTrustFacts(
  database: Pick<Database, 'query'>,
  ids: readonly string[],
  now: Date,
): Promise<ServiceFacts[]> {
  const { rows } = await database.query<FactsRow>({
    name: 'trust-facts',
    text: facts,
    values: [ids, now],
  });
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    provenSince: row.proven_since,
    hours: (row.hours ?? []).map(([seconds, asked, answered, neutral, matched]) => ({
      hour: new Date(seconds * 1000),
      asked: asked ?? 0,
      answered: answered ?? 0,
      judged: (answered ?? 0) - neutral,
      matched,
    })),
    settlements: { transactions: Number(row.transactions), days: Number(row.days) },
  }));
}
