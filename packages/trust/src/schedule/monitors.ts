import type { Database } from '@shirube/catalog';

/** A monitor that has not reported for this long is considered stopped. */
export const monitorUnseenSeconds = 30;

export interface MonitorReport {
  id: string;
  name: string;
  intervalSeconds: number;
  /** Since when it has been offline. */
  offlineSince: Date | undefined;
}

/**
 * Reports that a monitor is running, and prunes monitors that have not reported for long. Returns true if it was not
 * known.
 */
export async function reportMonitor(
  database: Database,
  { id, name, intervalSeconds, offlineSince }: MonitorReport,
): Promise<boolean> {
  const { rows } = await database.query<{ is_new: boolean }>({
    name: 'report-monitor',
    text: `with forgotten as (
        delete from monitors where seen_at < now() - make_interval(secs => 10 * $5) and id <> $1
      )
      insert into monitors (id, name, interval_seconds, blind_since) values ($1, $2, $3, $4)
      on conflict (id) do update set seen_at = clock_timestamp(), blind_since = excluded.blind_since
      returning xmax = 0 as is_new`,
    values: [id, name, Math.ceil(intervalSeconds), offlineSince ?? null, monitorUnseenSeconds],
  });
  return rows[0]?.is_new ?? false;
}

/** Whether a monitor is running, or was when it was last heard of. */
export async function hasMonitor(database: Database): Promise<boolean> {
  const { rowCount } = await database.query('select from monitors limit 1');
  return rowCount === 1;
}

/** Reports that a monitor has stopped. */
export async function removeMonitor(database: Database, id: string): Promise<void> {
  await database.query('delete from monitors where id = $1', [id]);
}

/** Brings forward checks that are due later than an interval from now, for example after the interval was shortened. */
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

/** Pauses or resumes all monitors; false if that was their state already. */
export async function pauseMonitors(database: Pick<Database, 'query'>, paused: boolean): Promise<boolean> {
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
  /** The numbers of monitored and of due services, and how long the first of those has been due. */
  services: number;
  due: number;
  lagSeconds: number;
  hosts: number;
  hostsFailing: number;
  hostsOptedOut: number;
  checksLastHour: Record<string, number>;
}

/** Returns the state of the monitors, and what they saw in the last hour. */
export async function readMonitorStatus(database: Pick<Database, 'query'>): Promise<MonitorStatus> {
  const { rows } = await database.query<Pick<MonitorStatus, 'pausedAt' | 'services' | 'hosts' | 'hostsOptedOut'>>(
    `select (select paused_at from monitor_control) as "pausedAt",
      (select count(*) from monitoring where not simulated)::float8 as services,
      (select count(distinct host) from monitoring where not simulated)::float8 as hosts,
      (select count(*) from monitored_hosts where opted_out_at is not null)::float8 as "hostsOptedOut"`,
  );
  const [counts] = rows;
  if (!counts) throw new Error('the monitors were not counted');
  const { rows: monitors } = await database.query<MonitorStatus['monitors'][number]>(
    `select name, interval_seconds as "intervalSeconds", started_at as "startedAt", blind_since as "offlineSince"
      from monitors where seen_at > now() - make_interval(secs => $1) order by started_at`,
    [monitorUnseenSeconds],
  );
  const { rows: verdicts } = await database.query<{ verdict: string; count: string }>(
    `select verdict, count(*) from checks where checked_at > now() - interval '1 hour' and not simulated
      group by verdict order by count(*) desc, verdict`,
  );
  return {
    ...counts,
    monitors,
    ...(await readSchedule(database)),
    checksLastHour: Object.fromEntries(verdicts.map(({ verdict, count }) => [verdict, Number(count)])),
  };
}

/** SQL: whether the last check of a service in `monitoring` failed. Sample data does not count. */
export const isFailing = 'failing_since is not null and not simulated';

export interface Schedule {
  due: number;
  lagSeconds: number;
  hostsFailing: number;
}

/** Returns how far checks are behind, and how many hosts fail. A host that has opted out does not count as late. */
export async function readSchedule(database: Pick<Database, 'query'>): Promise<Schedule> {
  const { rows } = await database.query<Schedule>({
    name: 'read-schedule',
    text: `select count(*)::float8 as due,
        coalesce(extract(epoch from now() - min(monitoring.due_at)), 0)::float8 as "lagSeconds",
        (select count(distinct host) from monitoring where ${isFailing})::float8 as "hostsFailing"
      from monitoring join monitored_hosts using (host)
      where monitored_hosts.due_at <= now() and monitoring.due_at <= now() and not simulated and (opted_out_at is null or free_at <= now())`,
  });
  return rows[0] ?? { due: 0, lagSeconds: 0, hostsFailing: 0 };
}
