import type { CatalogEntry } from '@shirube/contracts';
import type { Database } from '../database.js';
import { type EntryRow, entryColumns, toEntry } from '../services/serviceRow.js';

/** One pending service, claimed by an indexer: as it is now, or gone. */
export interface PendingService {
  id: string;
  /** The revision that the index will hold once `entry` (or its removal) is confirmed. */
  revision: number;
  entry: CatalogEntry | undefined;
}

/** A claim ends by confirmation, by release, or, when its indexer has died and does not renew it, after this long. */
export const claimSeconds = 15;

type ClaimRow = { [Column in keyof EntryRow]: EntryRow[Column] | null } & {
  pending_id: string;
  pending_revision: string;
};

const isEntryRow = (row: ClaimRow): row is EntryRow & ClaimRow => row.id !== null;

/**
 * Claims those of `ids` that are pending for the node and that nobody else works on, and, up to `upTo` in all, the
 * services that have been pending longest besides; loads them as they are now, all in one statement. What is set aside,
 * done already or claimed by another indexer is left out; and everything is while the node's indexing is held.
 */
export async function claimPending(
  database: Database,
  node: string,
  indexer: string,
  ids: readonly string[],
  { upTo = 0 }: { upTo?: number } = {},
): Promise<PendingService[]> {
  const { rows } = await database.query<ClaimRow>({
    name: 'claim-pending',
    text: `
      with hold as (
        -- Locked, so that whoever holds indexing knows that every claim is visible or will not be made.
        select held_until from index_hold where node = $5 for share
      ), named as (
        select service_id from pending_index
        where node = $5 and service_id = any($1) and failed_at is null
          and (claimed_until is null or claimed_until < now())
          and (select held_until from hold) < now()
        order by service_id
        for update skip locked
      ), others as (
        select service_id from pending_index
        where node = $5 and service_id <> all($1) and failed_at is null
          and (claimed_until is null or claimed_until < now())
          and (select held_until from hold) < now()
        order by since
        limit greatest($4 - (select count(*) from named), 0)
        for update skip locked
      ), free as (
        select service_id from named union all select service_id from others
      ), claimed as (
        update pending_index
        set claimed_by = $2, claimed_until = now() + make_interval(secs => $3)
        from free where node = $5 and pending_index.service_id = free.service_id
        returning pending_index.service_id, pending_index.revision
      )
      select claimed.service_id as pending_id, claimed.revision as pending_revision, ${entryColumns}
      from claimed
      left join services on services.id = claimed.service_id
      left join categories on categories.id = services.category`,
    values: [ids, indexer, claimSeconds, upTo, node],
  });
  return rows.map((row) =>
    isEntryRow(row)
      ? { id: row.id, revision: Number(row.revision), entry: toEntry(row) }
      : { id: row.pending_id, revision: Number(row.pending_revision), entry: undefined },
  );
}

/** Lets claims last for another `claimSeconds`; what the indexer has lost meanwhile stays lost. */
export async function renewClaims(
  database: Database,
  node: string,
  indexer: string,
  ids: readonly string[],
): Promise<void> {
  await database.query({
    name: 'renew-claims',
    text: `
      with mine as (
        select service_id from pending_index
        where node = $4 and service_id = any($1) and claimed_by = $2
        -- What is locked is being confirmed or released at this moment.
        for update skip locked
      )
      update pending_index set claimed_until = now() + make_interval(secs => $3)
      from mine where node = $4 and pending_index.service_id = mine.service_id`,
    values: [ids, indexer, claimSeconds, node],
  });
}

/** Lets nobody claim anything of the node for the next `seconds`. Once this resolves, every earlier claim is visible to all. */
export async function holdIndexing(database: Database, node: string, seconds: number): Promise<void> {
  await database.query(
    'update index_hold set held_until = clock_timestamp() + make_interval(secs => $2) where node = $1',
    [node, seconds],
  );
}

/** Ends the hold before its time. */
export async function resumeIndexing(database: Database, node: string): Promise<void> {
  await database.query("update index_hold set held_until = '-infinity' where node = $1", [node]);
}

/** How many services are being indexed at this moment, by any indexer of the node. */
export async function countClaims(database: Database, node: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'select count(*) from pending_index where node = $1 and claimed_until > now()',
    [node],
  );
  return Number(rows[0]?.count ?? 0);
}
