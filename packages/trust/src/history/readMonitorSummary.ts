import type { Database } from '@shirube/catalog';
import type { MonitorSummary, ServiceStatus, StatusReason, Verdict } from '@shirube/contracts';
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
  select host, count(*) as services, count(failing_since) as failing, min(failing_since) as since from monitoring
  where not simulated and host in (select host from monitoring where failing_since is not null)
  group by host order by count(failing_since) desc, host limit $1`;

/** The hosts that fail now, those with the most failing services first. */
export async function listFailingHosts(
  database: Pick<Database, 'query'>,
  limit: number,
): Promise<MonitorSummary['failingHosts']> {
  const { rows } = await database.query<{ host: string; services: string; failing: string; since: Date }>(failing, [
    limit,
  ]);
  return rows.map((row) => ({
    host: row.host,
    services: Number(row.services),
    failing: Number(row.failing),
    since: row.since.toISOString(),
  }));
}

const changed = `
  select changes.service_id as id, services.name, changes.at, old_status as "from", new_status as "to", reason
  from changes left join services on services.id = changes.service_id
  where changes.at > now() - interval '7 days' and new_status is not null
  order by changes.at desc, changes.number desc limit 100`;

interface DayRow {
  day: string;
  verdict: Verdict;
  simulated: boolean;
  checks: string;
}

function dayList(all: readonly DayRow[]): Pick<MonitorSummary, 'days' | 'isSimulated'> {
  // What was seen is never mixed with what was made up.
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

/** The health of the directory as a whole: verdicts by day, hosts that fail, and whose status has changed why. */
export async function readMonitorSummary(database: Database): Promise<MonitorSummary> {
  const [days, failingHosts, changes, statuses] = await Promise.all([
    database.query<DayRow>(verdictsByDay),
    listFailingHosts(database, 100),
    database.query<{
      id: string;
      name: string | null;
      at: Date;
      from: ServiceStatus;
      to: ServiceStatus;
      reason: StatusReason | null;
    }>(changed),
    database.query<{ status: ServiceStatus; count: string }>('select status, count(*) from services group by status'),
  ]);
  const ofStatus = (wanted: ServiceStatus) => Number(statuses.rows.find(({ status }) => status === wanted)?.count ?? 0);
  return {
    ...dayList(days.rows),
    statuses: {
      verified: ofStatus('verified'),
      unverified: ofStatus('unverified'),
      inactive: ofStatus('inactive'),
    },
    failingHosts,
    statusChanges: changes.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}
