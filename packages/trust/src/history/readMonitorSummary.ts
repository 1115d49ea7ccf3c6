import type { Database } from '@shirube/catalog';
import type { MonitorSummary, ServiceStatus } from '@shirube/contracts';
import type { Verdict } from '@shirube/domain';
import { isFailing, readMonitorStatus } from '../schedule/monitors.js';
import { checksByHour, hoursSince } from './checkSql.js';

const verdictsByDay = `
  select to_char(day, 'YYYY-MM-DD') as day, verdict, simulated, sum(checks) as checks from (
    select day, verdict, simulated, checks from check_days
    where day > (now() at time zone 'UTC')::date - 30 and day < (${hoursSince('now()')} at time zone 'UTC')::date
    union all
    select (hour at time zone 'UTC')::date, verdict, simulated, checks
    from (${checksByHour(hoursSince('now()'))}) as hours
  ) as checks group by 1, 2, 3 order by 1 desc, 4 desc, 2`;

const failing = `
  select host, count(*)::float8 as services, count(failing_since)::float8 as failing,
    iso_time(min(failing_since)) as since
  from monitoring
  where not simulated and host in (select host from monitoring where ${isFailing})
  group by host order by count(failing_since) desc, host limit $1`;

/** Returns the hosts that currently fail, those with the most failing services first. */
export async function listFailingHosts(
  database: Pick<Database, 'query'>,
  limit: number,
): Promise<MonitorSummary['failingHosts']> {
  const { rows } = await database.query<MonitorSummary['failingHosts'][number]>(failing, [limit]);
  return rows;
}

const changed = `
  select changes.service_id as id, services.name, iso_time(changes.at) as at, old_status as "from", new_status as "to", reason
  from changes left join services on services.id = changes.service_id
  where changes.at > now() - interval '7 days' and new_status is not null
  order by changes.at desc, changes.number desc limit 100`;

const coverage = `
  select count(*)::float8 as services,
    (count(*) filter (where last_checked > now() - interval '24 hours'))::float8 as checked
  from monitoring join services on services.id = service_id where not simulated`;

const slowest = `
  select host, percentile_disc(0.5) within group (order by duration_ms) as "medianMs", count(*)::float8 as checks
  from checks join monitoring using (service_id)
  where checked_at > now() - interval '24 hours' and duration_ms is not null and not checks.simulated
  group by host order by 2 desc, host limit 10`;

interface DayRow {
  day: string;
  verdict: Verdict;
  simulated: boolean;
  checks: string;
}

function dayList(all: readonly DayRow[]): Pick<MonitorSummary, 'days' | 'isSimulated'> {
  // Real checks are never mixed with sample data.
  const real = all.filter((row) => !row.simulated);
  const rows = real.length > 0 ? real : all;
  const days = new Map<string, MonitorSummary['days'][number]['verdicts']>();
  for (const { day, verdict, checks } of rows)
    days.set(day, [...(days.get(day) ?? []), { verdict, checks: Number(checks) }]);
  return {
    isSimulated: real.length === 0 && all.length > 0,
    days: [...days].map(([day, verdicts]) => ({
      day,
      checks: verdicts.reduce((sum, { checks }) => sum + checks, 0),
      verdicts,
    })),
  };
}

/**
 * Returns the health of the whole directory: verdicts by day, failing hosts, and recent changes of status with their
 * reasons.
 */
export async function readMonitorSummary(database: Database): Promise<MonitorSummary> {
  const [days, failingHosts, changes, statuses, covered, slow, { monitors }] = await Promise.all([
    database.query<DayRow>(verdictsByDay),
    listFailingHosts(database, 100),
    database.query<MonitorSummary['statusChanges'][number]>(changed),
    database.query<{ status: ServiceStatus; count: string }>('select status, count(*) from services group by status'),
    database.query<MonitorSummary['coverage']>(coverage),
    database.query<MonitorSummary['slowestHosts'][number]>(slowest),
    readMonitorStatus(database),
  ]);
  const offline = monitors.flatMap(({ offlineSince }) => offlineSince ?? []).sort((a, b) => a.getTime() - b.getTime());
  const ofStatus = (wanted: ServiceStatus) => Number(statuses.rows.find(({ status }) => status === wanted)?.count ?? 0);
  return {
    ...dayList(days.rows),
    statuses: {
      verified: ofStatus('verified'),
      unverified: ofStatus('unverified'),
      inactive: ofStatus('inactive'),
    },
    monitors: monitors.length,
    offlineSince: offline[0]?.toISOString() ?? null,
    coverage: covered.rows[0] ?? { services: 0, checked: 0 },
    slowestHosts: slow.rows,
    failingHosts,
    statusChanges: changes.rows,
  };
}
