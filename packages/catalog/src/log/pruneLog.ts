import type pg from 'pg';
import type { Database } from '../database.js';
import { isConfirmed } from './readLog.js';

/** The maximum number of changes in the history of a service. */
const historyLength = 100;

/** Entries that a follower from the start of the log does not need, because a later one covers the same service. */
const superseded = `
  at < now() - make_interval(secs => $1) and type in ('created', 'updated', 'status') and (
    exists (
      select from changes as later where later.service_id = old.service_id and later.type <> 'touched'
        and (later.transaction_id, later.number) > (old.transaction_id, old.number)
        -- Nobody could read of the service while the later entry waits for an older transaction.
        and later.${isConfirmed}
    ) or not exists (select from services where services.id = old.service_id)
  )`;

/**
 * Prunes entries older than `seconds`: all but the last of each service, and all removals. Followers that have not read
 * those removals start over. The history of a service is kept separately.
 */
export async function pruneLog(database: Database, seconds: number): Promise<void> {
  await database.query(
    `with pruned as (
        delete from changes as old where ${superseded}
        returning service_id, transaction_id, number, type, at, changed - 'trust_score' as changed, reason
      )
      insert into service_history (service_id, type, at, changed, reason)
      select service_id, type, at, changed, reason from pruned
      where changed <> '{}'
        and exists (select from services where services.id = service_id)
      order by transaction_id, number`,
    [seconds],
  );
  await database.query(
    `delete from service_history using (
        select service_id, number, row_number() over (partition by service_id order by number desc) as place
        from service_history
      ) as placed
      where placed.place > $1 and (service_history.service_id, service_history.number) = (placed.service_id, placed.number)`,
    [historyLength],
  );
  await database.query(
    `with pruned as (
        delete from changes where at < now() - make_interval(secs => $1) and type in ('deleted', 'touched') and ${isConfirmed}
        returning transaction_id, number
      ), last as (
        select transaction_id, number from pruned order by transaction_id desc, number desc limit 1
      )
      update change_feed set forgotten_transaction = last.transaction_id, forgotten_number = last.number
      from last
      where (last.transaction_id, last.number) > (forgotten_transaction, forgotten_number)`,
    [seconds],
  );
  // A follower that no version uses any more. One that comes back would start over anyway.
  await database.query(
    `delete from followers using change_feed
      where (forgotten_transaction, forgotten_number) > (transaction_id, number)
        and seen_at < now() - make_interval(secs => $1) and not starts_with(name, 'search:')`,
    [seconds],
  );
}

/**
 * Starts a new feed if the catalog was restored from a dump into another Postgres. The transaction ids in its log lie
 * in the future there, so readers would not see these entries until Postgres reaches them. Followers start over.
 */
export async function renewRestoredFeed(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with restored as (
        select exists (
          select from changes where transaction_id >= log_xid(pg_snapshot_xmax(pg_current_snapshot()))
        ) as is_so
      ), moved as (
        update changes set transaction_id = log_xid(pg_current_xact_id()) from restored where is_so
      ), followed as (
        delete from followers using restored where is_so
      ), filled as (
        update search_nodes set state = 'filling', state_since = clock_timestamp() from restored where is_so
      )
      update change_feed
      set id = gen_random_uuid(), forgotten_transaction = '0', forgotten_number = 0, earlier = '{}'
      from restored where is_so`,
  );
}
