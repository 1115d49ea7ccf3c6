import type pg from 'pg';
import type { Database } from '../database.js';

/**
 * Forgets what is older than so many seconds: of each service all changes but the last, and removals altogether. Who
 * has not read these removals cannot go on, and must start over. What was removed because a source had removed it is
 * forgotten with it.
 */
export async function forgetChanges(database: Database, seconds: number): Promise<void> {
  await database.query(
    `delete from changes as old
      where at < now() - make_interval(secs => $1) and type <> 'deleted' and (
        exists (
          select from changes as later where later.service_id = old.service_id
            and (later.transaction_id, later.number) > (old.transaction_id, old.number)
            -- Nobody could read of the service while the later change waits for an older transaction.
            and later.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
        ) or not exists (select from services where services.id = old.service_id)
      )`,
    [seconds],
  );
  await database.query(
    `with forgotten as (
        delete from changes where at < now() - make_interval(secs => $1) and type = 'deleted'
        returning transaction_id, number
      ), last as (
        select transaction_id, number from forgotten order by transaction_id desc, number desc limit 1
      )
      update change_feed set forgotten_transaction = last.transaction_id, forgotten_number = last.number
      from last
      where (last.transaction_id, last.number) > (forgotten_transaction, forgotten_number)`,
    [seconds],
  );
  await database.query(
    `delete from mirrored_services where digest is null
      and not exists (select from changes where changes.service_id = mirrored_services.service_id)`,
  );
}

/**
 * Begins another feed where the catalog has been restored from a dump into another Postgres: there the transactions of
 * its changes have not been yet, and nobody would see them before they come by. Followers start over.
 */
export async function renewRestoredFeed(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with restored as (
        select exists (
          select from changes where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
        ) as is_so
      ), moved as (
        update changes set transaction_id = pg_current_xact_id() from restored where is_so
      )
      update change_feed
      set id = gen_random_uuid(), forgotten_transaction = '0', forgotten_number = 0
      from restored where is_so`,
  );
}
