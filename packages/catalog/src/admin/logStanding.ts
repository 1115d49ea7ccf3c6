import type { LogStanding } from '@shirube/contracts';
import type { Database } from '../database.js';

/** Returns the state of the log, and the progress of all its followers. */
export async function readLogStanding(database: Pick<Database, 'query'>): Promise<LogStanding> {
  const [{ rows }, { rows: followers }] = await Promise.all([
    database.query<Omit<LogStanding, 'followers'>>(
      `select (select count(*) from changes)::float8 as entries,
        (select iso_time(at) from changes order by transaction_id limit 1) as "oldestAt",
        (select iso_time(at) from changes order by transaction_id desc, number desc limit 1) as "newestAt"`,
    ),
    database.query<LogStanding['followers'][number]>(
      `select name, leased_until > now() as "isAtWork", iso_time(seen_at) as "seenAt", behind.pending,
          coalesce(extract(epoch from clock_timestamp() - behind.since), 0)::float8 as "lagSeconds"
        from followers cross join lateral (
          select count(*)::float8 as pending, min(at) as since from changes
          where (changes.transaction_id, changes.number) > (followers.transaction_id, followers.number)
        ) as behind order by name`,
    ),
  ]);
  const [log = { entries: 0, oldestAt: null, newestAt: null }] = rows;
  return { ...log, followers };
}
