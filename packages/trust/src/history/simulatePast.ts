import { type Database, scheduleChecks } from '@shirube/catalog';
import type { ServiceStatus } from '@shirube/contracts';
import { isAnswered, sumColumns, sumsOfHours } from './checkSql.js';

/** A service that gets an invented history, and the figures that it is based on. */
export interface SimulatedService {
  id: string;
  status: ServiceStatus;
  /** The percentage of checks that got a response. */
  uptime: number;
  txCount: number;
}

// All choices are derived from the endpoint and the number of the check, and times count from the full hour, so the
// same catalog gets the same history and the same trust within an hour.
const simulate = `
  with line as (
    select given.*, services.price_per_request, services.currency, services.payment_address, services.network,
      services.endpoint, abs(hashtext(services.endpoint)) as seed
    from json_to_recordset($1) as given (id uuid, status text, uptime numeric, "txCount" bigint)
    join services on services.id = given.id
  ), drawn as (
    select line.*, n, abs(hashtext(line.endpoint || '/' || n)) as draw,
      date_trunc('hour', now()) - n * interval '6 hours' - (seed % 300) * interval '1 minute' as at
    from line cross join generate_series(0, 359) as n
  ), seen as (
    select id as service_id, at, n, 60 + seed % 400 + draw % 120 as duration_ms, currency, seed,
      case
        when status = 'inactive' and n < 40 then (array['dns', 'refused', 'timeout'])[1 + seed % 3]
        when draw % 10000 >= uptime * 100 then (array['timeout', 'server_error', 'refused'])[1 + draw % 3]
        when status = 'unverified' and draw % 10 < 3 then (array['wrong_price', 'no_challenge'])[1 + seed % 2]
        else 'ok'
      end as verdict,
      -- Some have become cheaper.
      case when seed % 5 = 0 and n > 160 then trim_scale(price_per_request::numeric * 1.25)::text
        else price_per_request end as price,
      jsonb_build_object('network', network, 'payTo', payment_address, 'price', price_per_request,
        'currency', currency) as declared
    from drawn
  ), raw as (
    insert into checks (service_id, checked_at, method, http_status, duration_ms, verdict, declared, observed, simulated)
    select service_id, at, 'GET', case verdict when 'ok' then 402 when 'wrong_price' then 402 when 'no_challenge' then 200
        when 'server_error' then 503 end,
      case when ${isAnswered} then duration_ms end, verdict, declared,
      case when verdict in ('ok', 'wrong_price') then declared || jsonb_build_object('price', price) else '{}' end, true
    from seen where at >= now() - interval '7 days'
  ), hours as (
    select service_id, date_trunc('hour', at, 'UTC') as hour, verdict, 1 as checks, (verdict = 'ok')::integer as good,
      0 as neutral, (${isAnswered})::integer as timed, case when ${isAnswered} then duration_ms else 0 end as total_ms,
      case when ${isAnswered} then duration_ms end as slowest_ms,
      case when verdict in ('ok', 'wrong_price') then price end as price,
      case when verdict in ('ok', 'wrong_price') then currency end as currency, true as simulated
    from seen
  ), by_hour as (
    insert into check_hours (service_id, hour, verdict, ${sumColumns})
    select service_id, hour, verdict, ${sumColumns} from hours where hour >= now() - interval '31 days'
    on conflict do nothing
  ), by_day as (
    insert into check_days (service_id, day, verdict, ${sumColumns})
    select service_id, (hour at time zone 'UTC')::date as day, verdict, ${sumsOfHours}, true
    from hours where hour < date_trunc('day', now(), 'UTC') group by 1, 2, 3
    on conflict do nothing
  ), paid as (
    insert into settlement_days (service_id, day, currency, family, transactions, amount)
    select id, (now() at time zone 'UTC')::date - d, '', '', "txCount" / days + (d < "txCount" % days)::integer, 0
    from (select *, least("txCount", 60)::integer as days from line) as paid cross join generate_series(0, days - 1) as d
    on conflict do nothing
  )
  update services set last_checked = last.at, proven_since = now() - (30 + seed % 300) * interval '1 day'
  from (select service_id, max(at) as at, max(seed) as seed from seen group by service_id) as last
  where services.id = last.service_id`;

/** Services per statement. */
const atOnce = 20;

/** Excludes demo services from monitoring, and deletes what monitors may have recorded of them. */
export async function markSimulated(database: Database, ids: readonly string[]): Promise<void> {
  await scheduleChecks(database, ids);
  await database.query(
    `with marked as (
        update monitoring set simulated = true where service_id = any($1)
      )
      delete from checks where service_id = any($1) and not simulated`,
    [ids],
  );
}

/** Gives services that are marked as simulated 90 days of checks, and settlements, all marked as sample data. */
export async function simulatePast(database: Database, services: readonly SimulatedService[]): Promise<void> {
  // A statement has a timeout, even on a slow machine, and it blocks followers of the log.
  for (let from = 0; from < services.length; from += atOnce) {
    await database.query(simulate, [JSON.stringify(services.slice(from, from + atOnce))]);
  }
}
