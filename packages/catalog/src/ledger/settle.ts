import type { Database } from '../database.js';
import type { PendingService } from './claim.js';

/** Postgres channel that announces what has become searchable: awaited services by id, all others together by nothing. */
export const indexedChannel = 'shirube_indexed';

/**
 * Takes out of the node's ledger what its engine has confirmed, each at its revision, and tells those who wait. Returns the
 * ids that have changed since they were loaded: they are pending at a newer revision, and free to be claimed.
 *
 * Also catches an indexer that was slower than its claim and may have put an older document over a newer one: what
 * the catalog holds at another revision than the one confirmed is put back into the ledger.
 */
export async function confirmIndexed(
  database: Database,
  node: string,
  done: readonly PendingService[],
): Promise<string[]> {
  const { rows } = await database.query<{ again: string[] }>({
    name: 'confirm-indexed',
    text: `
      with confirmed as (
        select * from unnest($1::uuid[], $2::bigint[], $3::boolean[]) as confirmed (id, revision, gone)
      ), pending as (
        -- Waits for changes that are about to be committed, so that each is seen either here or by the next claim.
        select service_id, pending_index.revision > confirmed.revision as newer
        from pending_index join confirmed on confirmed.id = service_id
        where node = $4
        order by service_id
        for update of pending_index
      ), cleared as (
        delete from pending_index using pending
        where node = $4 and pending_index.service_id = pending.service_id and not pending.newer
        returning pending_index.service_id, awaited
      ), told as (
        -- The same announcement is sent once, however many services it is about.
        select pg_notify('${indexedChannel}', case when awaited then service_id::text else '' end) from cleared
      ), changed as (
        update pending_index set claimed_by = null, claimed_until = null
        from pending
        where node = $4 and pending_index.service_id = pending.service_id and pending.newer
        returning pending_index.service_id
      ), overtaken as (
        insert into pending_index (node, service_id, revision)
        select $4, confirmed.id, coalesce(services.revision, confirmed.revision + 1)
        from confirmed left join services on services.id = confirmed.id
        where services.revision > confirmed.revision or (services.id is null and not confirmed.gone)
        on conflict (node, service_id) do nothing
        returning service_id
      )
      select array(select service_id from changed union select service_id from overtaken) as again,
        (select count(*) from told) as told`,
    values: [
      done.map(({ id }) => id),
      done.map(({ revision }) => revision),
      done.map(({ entry }) => entry === undefined),
      node,
    ],
  });
  return rows[0]?.again ?? [];
}

/** Gives claims back after a failure that is not the documents' fault; the sweeper will bring them again. */
export async function releaseClaims(
  database: Database,
  node: string,
  indexer: string,
  ids: readonly string[],
): Promise<void> {
  await database.query(
    `with mine as (
        select service_id from pending_index
        where node = $3 and service_id = any($1) and claimed_by = $2
        -- In the order in which confirmations lock, so that neither waits for the other in a circle.
        order by service_id for update
      )
      update pending_index set claimed_by = null, claimed_until = null
      from mine where node = $3 and pending_index.service_id = mine.service_id`,
    [ids, indexer, node],
  );
}

/** Voids every claim: for an indexer that knows itself to be the node's only one, after another has died. */
export async function forgetClaims(database: Database, node: string): Promise<void> {
  await database.query(
    `update pending_index set claimed_by = null, claimed_until = null
      where node = $1 and claimed_by is not null`,
    [node],
  );
}

/** Sets a service aside with the engine's reason, unless it has changed since: a newer revision gets a new chance. */
export async function setAside(
  database: Database,
  node: string,
  { id, revision }: Pick<PendingService, 'id' | 'revision'>,
  reason: string,
): Promise<void> {
  await database.query(
    `update pending_index
      set claimed_by = null, claimed_until = null,
        failed_at = case when revision <= $2 then now() end,
        reason = case when revision <= $2 then $3 end
      where node = $4 and service_id = $1`,
    [id, revision, reason, node],
  );
}
