import type { Change, ChangesQuery, StatusReason } from '@shirube/contracts';
import { isAtHost } from '@shirube/domain';
import type { Database } from '../database.js';
import { isVisible, type ServiceRow, serviceColumns, toService } from '../services/serviceRow.js';
import type { FeedCursor } from './position.js';
import { findLogEnd, isConfirmed } from './readLog.js';

/** The Postgres channel that announces that there are new changes, without details. */
export const changesChannel = 'shirube_changes';

/** A change with the cursor after it. */
interface FeedChange {
  change: Change;
  cursor: FeedCursor;
  /** The account of the service; null if the service is gone. */
  account: string | null;
  /** Whether its category has changed, and whether its endpoint has. */
  isMoved: boolean;
  isRehosted: boolean;
}

/** The services whose changes are wanted. */
export type ChangeFilter = Pick<ChangesQuery, 'category' | 'account' | 'host' | 'service'>;

/**
 * Whether a change passes the filter. Of a service that is gone only the id is known, so its change passes filters by
 * anything else.
 */
export function passesFilter(
  { change, account: owner, isMoved, isRehosted }: FeedChange,
  { category, account, host, service }: ChangeFilter,
): boolean {
  if (service !== undefined && change.id !== service.toLowerCase()) return false;
  if (!change.service) return true;
  return (
    (host === undefined || isRehosted || isAtHost(change.service.endpoint, host)) &&
    (category === undefined || isMoved || change.service.category === category) &&
    (account === undefined || owner === account.toLowerCase())
  );
}

export interface FeedPage {
  /** In feed order. */
  changes: FeedChange[];
  /** Where to continue. */
  cursor: FeedCursor;
  /** Whether there are more changes by now. */
  more: boolean;
  /** Whether there are more changes that can be read only after earlier transactions have ended. */
  unsettled: boolean;
}

type Nullable<T> = { [Name in keyof T]: T[Name] | null };
type FeedRow = Nullable<ServiceRow> & {
  feed: string;
  is_lost: boolean;
  unsettled: boolean;
  transaction: string | null;
  number: string | null;
  service_id: string | null;
  type: Change['type'] | null;
  changed_at: Date | null;
  reason: StatusReason | null;
  account_id: string | null;
  is_moved: boolean | null;
  is_rehosted: boolean | null;
};

const isServiceRow = (row: FeedRow): row is FeedRow & ServiceRow => row.id !== null;

const page = `
  with page as (
    select * from changes
    where (transaction_id, number) > ($1::xid8, $2::bigint) and type <> 'touched' and ${isConfirmed}
    order by transaction_id, number
    limit $3
  )
  select left(change_feed.id::text, 8) as feed,
    $1::xid8 > log_xid(pg_snapshot_xmax(pg_current_snapshot()))
      or (forgotten_transaction, forgotten_number) > ($1::xid8, $2::bigint)
      or ($4 <> left(change_feed.id::text, 8) and coalesce(($1::xid8, $2::bigint) > ((earlier ->> $4)::xid8, 0), true))
      as is_lost,
    exists (
      select from changes where type <> 'touched' and not ${isConfirmed}
    ) as unsettled,
    page.transaction_id::text as transaction, page.number, page.service_id, page.type, page.at as changed_at, page.reason,
    services.account_id, page.columns @> '{category}' as is_moved, page.columns @> '{endpoint}' as is_rehosted,
    ${serviceColumns}
  from change_feed
  left join page on true
  left join services on services.id = page.service_id and page.type <> 'deleted' and ${isVisible}
  order by page.transaction_id, page.number`;

function toChange(row: FeedRow): Change {
  return {
    type: row.type ?? 'updated',
    id: row.service_id ?? '',
    at: row.changed_at?.toISOString() ?? '',
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(isServiceRow(row) ? { service: toService(row) } : {}),
  };
}

/**
 * Returns all changes after a cursor, or from the start of the feed, however commits interleave. Returns undefined if
 * the cursor is invalid: it is of a feed that this one does not continue, or removals after it have been pruned.
 */
export async function readChanges(
  database: Pick<Database, 'query'>,
  { since, limit }: { since: FeedCursor | undefined; limit: number },
): Promise<FeedPage | undefined> {
  const { transaction = 0n, number = 0n } = since ?? {};
  const { rows } = await database.query<FeedRow>({
    name: 'read-changes',
    text: page,
    values: [String(transaction), String(number), limit + 1, since?.feed ?? ''],
  });
  const feed = rows[0]?.feed ?? '';
  // A client that has read nothing yet cannot have missed anything.
  if (transaction > 0n && rows[0]?.is_lost) return undefined;
  const changes = rows
    .filter((row) => row.transaction !== null)
    .slice(0, limit)
    .map((row) => ({
      change: toChange(row),
      cursor: { feed, transaction: BigInt(row.transaction ?? 0), number: BigInt(row.number ?? 0) },
      account: row.account_id,
      isMoved: row.is_moved ?? false,
      isRehosted: row.is_rehosted ?? false,
    }));
  return {
    changes,
    cursor: changes.at(-1)?.cursor ?? { feed, transaction, number },
    more: rows.length > limit,
    unsettled: rows[0]?.unsettled ?? false,
  };
}

/** Returns the end of the feed: everything that is committed from now on comes after it. */
export async function findFeedEnd(database: Pick<Database, 'query'>): Promise<FeedCursor> {
  const [{ rows }, end] = await Promise.all([
    database.query<{ feed: string }>('select left(id::text, 8) as feed from change_feed'),
    findLogEnd(database),
  ]);
  return { feed: rows[0]?.feed ?? '', ...end };
}
