import type { Database } from '@shirube/catalog';

/** A monitor that has not reported for so long does not run any more. */
export const monitorUnseenSeconds = 30;

export interface MonitorReport {
  id: string;
  name: string;
  intervalSeconds: number;
  /** Since when it reaches nobody. */
  offlineSince: Date | undefined;
}

/** Says that a monitor runs; those that have not for long are forgotten. */
export async function reportMonitor(
  database: Database,
  { id, name, intervalSeconds, offlineSince }: MonitorReport,
): Promise<void> {
  await database.query({
    name: 'report-monitor',
    text: `with forgotten as (
        delete from monitors where seen_at < now() - make_interval(secs => 10 * $5) and id <> $1
      )
      insert into monitors (id, name, interval_seconds, blind_since) values ($1, $2, $3, $4)
      on conflict (id) do update set seen_at = clock_timestamp(), blind_since = excluded.blind_since`,
    values: [id, name, Math.ceil(intervalSeconds), offlineSince ?? null, monitorUnseenSeconds],
  });
}

/** Says that a monitor has stopped. */
export async function forgetMonitor(database: Database, id: string): Promise<void> {
  await database.query('delete from monitors where id = $1', [id]);
}

/** Brings forward what is due later than an interval from now, as after the interval was made shorter. */
export async function shortenSchedule(database: Database, intervalSeconds: number): Promise<void> {
  await database.query(
    `with sooner as (
        update monitoring set due_at = now() + random() * make_interval(secs => $1)
        where due_at > now() + make_interval(secs => $1 * 1.2) and not simulated
        returning host, due_at
      ), hosts as (
        select host, min(due_at) as due_at from sooner group by host order by host
      )
      update monitored_hosts set due_at = least(monitored_hosts.due_at, hosts.due_at)
      from hosts where hosts.host = monitored_hosts.host`,
    [intervalSeconds],
  );
}

/** Stops all monitors from beginning checks, or lets them go on. False when it was so already. */
export async function pauseMonitors(database: Database, paused: boolean): Promise<boolean> {
  const { rowCount } = await database.query(
    `update monitor_control set paused_at = case when $1 then clock_timestamp() end
      where (paused_at is not null) <> $1`,
    [paused],
  );
  return rowCount === 1;
}

export interface MonitorStatus {
  pausedAt: Date | null;
  monitors: { name: string; intervalSeconds: number; startedAt: Date; offlineSince: Date | null }[];
  /** Services that are monitored, that wait for their check, and how long the first of those has waited. */
  services: number;
  due: number;
  lagSeconds: number;
  hosts: number;
  hostsFailing: number;
  hostsOptedOut: number;
  checksLastHour: Record<string, number>;
}

/** How the monitors stand, and what they saw in the last hour. */
export async function readMonitorStatus(database: Pick<Database, 'query'>): Promise<MonitorStatus> {
  const { rows } = await database.query<{
    paused_at: Date | null;
    services: string;
    hosts: string;
    hosts_opted_out: string;
  }>(
    `select (select paused_at from monitor_control) as paused_at,
      (select count(*) from monitoring where not simulated) as services,
      (select count(distinct host) from monitoring where not simulated) as hosts,
      (select count(*) from monitored_hosts where opted_out_at is not null) as hosts_opted_out`,
  );
  const { rows: monitors } = await database.query<{
    name: string;
    interval_seconds: number;
    started_at: Date;
    blind_since: Date | null;
  }>(
    `select name, interval_seconds, started_at, blind_since from monitors
      where seen_at > now() - make_interval(secs => $1) order by started_at`,
    [monitorUnseenSeconds],
  );
  const { rows: verdicts } = await database.query<{ verdict: string; count: string }>(
    `select verdict, count(*) from checks where checked_at > now() - interval '1 hour' and not simulated
      group by verdict order by count(*) desc, verdict`,
  );
  const [counts] = rows;
  return {
    pausedAt: counts?.paused_at ?? null,
    monitors: monitors.map((row) => ({
      name: row.name,
      intervalSeconds: row.interval_seconds,
      startedAt: row.started_at,
      offlineSince: row.blind_since,
    })),
    services: Number(counts?.services ?? 0),
    ...(await readSchedule(database)),
    hosts: Number(counts?.hosts ?? 0),
    hostsOptedOut: Number(counts?.hosts_opted_out ?? 0),
    checksLastHour: Object.fromEntries(verdicts.map(({ verdict, count }) => [verdict, Number(count)])),
  };
}

export interface Schedule {
  due: number;
  lagSeconds: number;
  hostsFailing: number;
}

/** How far the checks are behind, and how many hosts fail. A host that wants to be left alone is late by its own wish. */
export async function readSchedule(database: Pick<Database, 'query'>): Promise<Schedule> {
  const { rows } = await database.query<{ due: string; lag: number; failing: string }>({
    name: 'read-schedule',
    text: `select count(*) as due,
        coalesce(extract(epoch from now() - min(monitoring.due_at)), 0)::float8 as lag,
        (select count(distinct host) from monitoring where failing_since is not null) as failing
      from monitoring join monitored_hosts using (host)
      where monitored_hosts.due_at <= now() and monitoring.due_at <= now() and not simulated and (opted_out_at is null or free_at <= now())`,
  });
  return {
    due: Number(rows[0]?.due ?? 0),
    lagSeconds: rows[0]?.lag ?? 0,
    hostsFailing: Number(rows[0]?.failing ?? 0),
  };
}
