import type { Database } from '@shirube/catalog';
import type { ServiceStatus } from '@shirube/contracts';
import { hasRequest, isAnswered, isGood, isNeutral, rawSince } from '../history/checkSql.js';
import type { TrustFacts } from './trustOf.js';

export interface ServiceFacts extends TrustFacts {
  id: string;
  /** Since when it has its endpoint and payee, if not since it was registered: the facts are from then on. */
  observedSince: Date | null;
}

/** The weight of a payer who pays only this account. Such wallets cost nothing to create. */
const onlyHere = 0.05;

const facts = `
  with wanted as (
    select services.id, services.account_id, services.status, coalesce(monitoring.simulated, false) as simulated, services.proven_since,
      services.observed_since, coalesce(date_trunc('hour', services.observed_since, 'UTC'), '-infinity') as since,
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
    -- A minute more than until now: the clock of the catalog may be ahead of that of its reader.
    where checked_at >= greatest(wanted.since, ${rawSince('$2::timestamptz')})
      and checked_at < $2::timestamptz + interval '1 minute'
  ), hours as (
    select id, hour, sum(checks) filter (where ${hasRequest}) as asked,
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
  ), payer as (
    -- Those who were not named are one. Who is paid by the same account is no customer.
    select wanted.id, payer, count(distinct (settled_at at time zone 'UTC')::date) > 1 as returned,
      exists (
        select from settlements as other join services as elsewhere on elsewhere.id = other.service_id
        where other.payer = settlements.payer and elsewhere.account_id <> wanted.account_id
      ) as pays_others
    from wanted join settlements on service_id = wanted.id
    where not simulated and (settled_at at time zone 'UTC')::date >= paid_since
      and (settled_at at time zone 'UTC')::date > ($2::timestamptz at time zone 'UTC')::date - 90
      and not exists (
        select from services as own where own.account_id = wanted.account_id and lower(own.payment_address) = lower(payer)
      )
    group by wanted.id, wanted.account_id, payer
  ), payers as (
    select id, count(*) as payers, count(*) filter (where returned) as returning_payers,
      sum(case when pays_others then 1 else ${onlyHere} end * case when returned then 2 else 1 end) as worth
    from payer group by id
    union all
    -- What is made up has no payers by name: as many as so many payments usually come from.
    select id, ceil(worth / 1.5), floor(worth / 3), worth
    from (select id, power(1 + transactions, 0.77) - 1 as worth from paid join wanted using (id) where simulated) as made
  )
  select wanted.id, wanted.status, coalesce(wanted.proven_since, seen.first_match) as proven_since, seen.hours,
    wanted.observed_since,
    -- An hour may hold both: what it asked for before, and what it asks for now.
    (
      select ${isGood} from checks
      where service_id = wanted.id and checks.simulated = wanted.simulated and ${isAnswered} and not ${isNeutral}
        and checked_at >= coalesce(wanted.observed_since, '-infinity')
        and checked_at < $2::timestamptz + interval '1 minute'
      order by checked_at desc limit 1
    ) as last_matched,
    coalesce(paid.transactions, 0) as transactions, coalesce(paid.days, 0) as days, coalesce(payers, 0) as payers,
    coalesce(returning_payers, 0) as returning_payers, coalesce(worth, 0)::float8 as worth
  from wanted left join seen using (id) left join paid using (id) left join payers using (id) order by wanted.id`;

interface FactsRow {
  id: string;
  status: ServiceStatus;
  proven_since: Date | null;
  observed_since: Date | null;
  last_matched: boolean | null;
  hours: [seconds: number, requests: number | null, answered: number | null, neutral: number, matched: number][] | null;
  transactions: string;
  days: string;
  payers: string;
  returning_payers: string;
  worth: number;
}

/**
 * Reads the facts about services: checks by hour of the last 30 days. Sample data counts only for simulated services.
 */
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
    observedSince: row.observed_since,
    lastMatched: row.last_matched,
    hours: (row.hours ?? []).map(([seconds, requests, answered, neutral, matched]) => ({
      hour: new Date(seconds * 1000),
      requests: requests ?? 0,
      answered: answered ?? 0,
      judged: (answered ?? 0) - neutral,
      matched,
    })),
    settlements: {
      transactions: Number(row.transactions),
      days: Number(row.days),
      payers: Number(row.payers),
      returning: Number(row.returning_payers),
      worth: row.worth,
    },
  }));
}
