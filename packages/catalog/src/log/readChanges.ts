import type { Change, ChangesQuery, StatusReason } from '@shirube/contracts';
import type { Database } from '../database.js';
import { type ServiceRow, serviceColumns, toService } from '../services/serviceRow.js';
import type { FeedCursor } from './position.js';
import { findLogEnd, isSettled } from './readLog.js';

/** Postgres channel on which every change is announced, by nothing but that there is one. */
export const changesChannel = 'shirube_changes';

/** A change with the place behind it. */
export interface FeedChange {
  change: Change;
  cursor: FeedCursor;
  /** Whose service it is; null of one that is gone. */
  account: string | null;
  /** Its category has become another. */
  isMoved: boolean;
}

/** Of which services changes are wanted. */
export type ChangeFilter = Pick<ChangesQuery, 'category' | 'account' | 'service'>;

/** Whether a change is wanted. Of a service that is gone only its id is known: who filters by another is told of it. */
export function passesFilter(
  { change, account: owner, isMoved }: FeedChange,
  { category, account, service }: ChangeFilter,
): boolean {
  if (service !== undefined && change.id !== service.toLowerCase()) return false;
  if (!change.service) return true;
  return (
    (category === undefined || isMoved || change.service.category === category) &&
    (account === undefined || owner === account.toLowerCase())
  );
}

export interface FeedPage {
  /** In the order of the feed. */
  changes: FeedChange[];
  /** Where to go on from. */
  cursor: FeedCursor;
  /** There are more by now. */
  more: boolean;
  /** There are more, which can be read once the transactions before them have ended. */
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
};

const isServiceRow = (row: FeedRow): row is FeedRow & ServiceRow => row.id !== null;

const page = `
  with page as (
    select * from changes
    where (transaction_id, number) > ($1::xid8, $2::bigint) and type <> 'touched' and ${isSettled}
    order by transaction_id, number
    limit $3
  )
  select left(change_feed.id::text, 8) as feed,
    $1::xid8 > pg_snapshot_xmax(pg_current_snapshot())
      or (forgotten_transaction, forgotten_number) > ($1::xid8, $2::bigint) as is_lost,
    exists (
      select from changes where type <> 'touched' and not ${isSettled}
    ) as unsettled,
    page.transaction_id::text as transaction, page.number, page.service_id, page.type, page.at as changed_at, page.reason,
    services.account_id, page.columns @> '{category}' as is_moved,
    ${serviceColumns}
  from change_feed
  left join page on true
  left join services on services.id = page.service_id and page.type <> 'deleted'
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
 * The changes behind a place in the feed, or from its beginning: all of them, however the commits interleave. Undefined
 * when the place is lost: it is of another feed, or removals behind it have been forgotten.
 */
export async function readChanges(
  database: Pick<Database, 'query'>,
  { since, limit }: { since: FeedCursor | undefined; limit: number },
): Promise<FeedPage | undefined> {
  const { transaction = 0n, number = 0n } = since ?? {};
  const { rows } = await database.query<FeedRow>({
    name: 'read-changes',
    text: page,
    values: [String(transaction), String(number), limit + 1],
  });
  const feed = rows[0]?.feed ?? '';
  // Who has read nothing yet lacks nothing.
  const isLost = transaction > 0n && (since?.feed !== feed || rows[0]?.is_lost);
  if (isLost) return undefined;
  const changes = rows
    .filter((row) => row.transaction !== null)
    .slice(0, limit)
    .map((row) => ({
      change: toChange(row),
      cursor: { feed, transaction: BigInt(row.transaction ?? 0), number: BigInt(row.number ?? 0) },
      account: row.account_id,
      isMoved: row.is_moved ?? false,
    }));
  return {
    changes,
    cursor: changes.at(-1)?.cursor ?? { feed, transaction, number },
    more: rows.length > limit,
    unsettled: rows[0]?.unsettled ?? false,
  };
}

/** The end of the feed: what is committed from now on comes behind it. */
export async function findFeedEnd(database: Pick<Database, 'query'>): Promise<FeedCursor> {
  const [{ rows }, end] = await Promise.all([
    database.query<{ feed: string }>('select left(id::text, 8) as feed from change_feed'),
    findLogEnd(database),
  ]);
  return { feed: rows[0]?.feed ?? '', ...end };
}
