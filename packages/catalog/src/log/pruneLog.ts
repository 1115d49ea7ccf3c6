import type pg from 'pg';
import type { Database } from '../database.js';
import { isConfirmed } from './readLog.js';

/** The maximum number of changes in the history of a service. */
const historyLength = 100;
/** So few entries that a statement ends long before its timeout, however long the log is. */
const batchSize = 10_000;

// Prunes old entries of a batch: removals, and what a follower from the start of the log does not need, because a later
// entry covers the same service. The history of a service is kept separately, and is cut where it grows.
const pruneBatch = `
  with batch as (
    select transaction_id, number, at < now() - make_interval(secs => $1) as is_old from changes
    where (transaction_id, number) > ($2::xid8, $3::bigint) and ${isConfirmed}
    order by transaction_id, number limit ${batchSize}
  ), pruned as (
    delete from changes as old using batch
    where (old.transaction_id, old.number) = (batch.transaction_id, batch.number) and is_old and (
      type in ('deleted', 'touched')
      or exists (
        select from changes as later where later.service_id = old.service_id and later.type <> 'touched'
          and (later.transaction_id, later.number) > (old.transaction_id, old.number)
          -- Nobody could read of the service while the later entry waits for an older transaction.
          and later.${isConfirmed}
      )
      or not exists (select from services where services.id = old.service_id)
    )
    returning old.*
  ), stored as (
    insert into service_history (service_id, type, at, changed, reason)
    select service_id, type, at, changed - 'trust_score', reason from (
      select *, row_number() over (partition by service_id order by transaction_id desc, number desc) as place
      from pruned where type in ('created', 'updated', 'status') and changed - 'trust_score' <> '{}'
        and exists (select from services where services.id = service_id)
    ) as kept where place <= ${historyLength}
    order by transaction_id, number
    returning service_id
  ), cut as (
    delete from service_history as old
    using (select service_id as id, count(*) as added from stored group by service_id) as grown cross join lateral (
      select number from service_history where service_id = id
      order by number desc offset ${historyLength} - added
    ) as surplus
    where (old.service_id, old.number) = (id, surplus.number)
  ), forgotten as (
    update change_feed set forgotten_transaction = removal.transaction_id, forgotten_number = removal.number
    from (
      select transaction_id, number from pruned where type in ('deleted', 'touched')
      order by transaction_id desc, number desc limit 1
    ) as removal
    where (removal.transaction_id, removal.number) > (forgotten_transaction, forgotten_number)
  )
  select array[transaction_id::text, number::text] as last from batch
  where exists (select from batch where is_old)
  order by transaction_id desc, number desc limit 1`;

/**
 * Prunes entries older than `seconds`: all but the last of each service, and all removals. Followers that have not read
 * those removals start over.
 */
export async function pruneLog(database: Database, seconds: number): Promise<void> {
  for (let last: string[] | undefined = ['0', '0']; last; ) {
    const { rows }: pg.QueryResult<{ last: string[] }> = await database.query(pruneBatch, [seconds, ...last]);
    last = rows[0]?.last;
  }
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
