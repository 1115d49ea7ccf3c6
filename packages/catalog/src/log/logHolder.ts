import type { Database } from '../database.js';

/** The oldest write transaction: no entry after it can be read from the log before it ends. */
interface LogHolder {
  pid: number;
  database: string;
  application: string;
  state: string;
  /** How long it has been running. */
  seconds: number;
}

/** Shorter transactions are not reported. */
const reportAfterSeconds = 2;

/** Returns the transaction that holds back the log, if one has done so for more than a moment. */
export async function findLogHolder(database: Pick<Database, 'query'>): Promise<LogHolder | undefined> {
  const { rows } = await database.query<LogHolder>({
    name: 'find-log-holder',
    text: `select pid, coalesce(datname, '') as database, coalesce(application_name, '') as application,
        coalesce(state, '') as state, extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
      from pg_stat_activity
      where backend_xid is not null and xact_start < clock_timestamp() - make_interval(secs => $1)
      order by age(backend_xid) desc limit 1`,
    values: [reportAfterSeconds],
  });
  return rows[0];
}
