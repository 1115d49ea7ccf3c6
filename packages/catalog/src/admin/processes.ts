import type { Database } from '../database.js';

/** Counts other Shirube processes on the database. */
export async function countOtherProcesses(database: Database): Promise<number> {
  const { rows } = await database.query<{ others: number }>(
    `select count(*)::integer as others from pg_stat_activity
      where datname = current_database() and application_name like 'shirube%' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.others ?? 0;
}

/** The connections of all processes of one version. */
interface VersionInUse {
  version: string;
  connections: number;
  /** The addresses that they come from. */
  from: string;
}

/** Returns the versions of all processes on the database. Those before 0.2.0 do not report theirs. */
export async function listVersions(database: Database): Promise<VersionInUse[]> {
  const { rows } = await database.query<VersionInUse>(
    `select coalesce(nullif(split_part(application_name, ' ', 2), ''), 'before 0.2.0') as version,
        count(*)::float8 as connections, string_agg(distinct coalesce(host(client_addr), 'this machine'), ', ') as from
      from pg_stat_activity
      where datname = current_database() and application_name ~ '^shirube( [0-9]|$)' group by 1 order by 1`,
  );
  return rows;
}

/** Returns the time of Postgres, which all processes share, in milliseconds. */
export async function readClock(database: Database): Promise<number> {
  const { rows } = await database.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  return rows[0]?.now ?? Date.now();
}
