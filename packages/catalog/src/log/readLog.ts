import type { Moderation, ServiceStatus, StatusReason } from '@shirube/contracts';
import type { Database } from '../database.js';
import type { Position } from './position.js';

/** An entry of the log: what happened to a service. */
export interface LogEntry {
  position: Position;
  serviceId: string;
  type: 'created' | 'updated' | 'status' | 'deleted' | 'touched';
  at: Date;
  columns: readonly string[];
  /** The change of status, if there was one. */
  status: { from: ServiceStatus; to: ServiceStatus; reason: StatusReason | null } | undefined;
  /** The endpoint that the service has left, if it was the first there. */
  leftEndpoint: string | null;
  /** What an operator has set or reverted by moderation. */
  moderation: { state: Moderation['state'] | 'restored'; reason: string | null } | undefined;
}

export interface LogPage {
  entries: LogEntry[];
  /** The position after the last entry, or the start of the page if it is empty. */
  position: Position;
  /** Whether the page is full, so that there may be more. */
  isFull: boolean;
  /** Whether there are entries that wait for an older transaction to end. */
  isWaiting: boolean;
}

interface LogRow {
  transaction_id: string | null;
  number: string | null;
  service_id: string;
  type: LogEntry['type'];
  at: Date;
  columns: string[] | null;
  old_status: ServiceStatus | null;
  new_status: ServiceStatus | null;
  reason: StatusReason | null;
  left_endpoint: string | null;
  moderation: Moderation['state'] | 'restored' | null;
  moderation_reason: string | null;
  is_lost: boolean;
  is_waiting: boolean;
}

/**
 * A reader takes only entries below the oldest running transaction. Nothing can appear there any more, so no entry is
 * skipped, however commits interleave.
 */
export const isConfirmed = 'transaction_id < log_xid(pg_snapshot_xmin(pg_current_snapshot()))';

const page = `
  with page as (
    select * from changes where (transaction_id, number) > ($1::xid8, $2::bigint) and ${isConfirmed}
    order by transaction_id, number limit $3
  )
  select (forgotten_transaction, forgotten_number) > ($1::xid8, $2::bigint)
      or $1::xid8 > log_xid(pg_snapshot_xmax(pg_current_snapshot())) as is_lost,
    exists (select from changes where not ${isConfirmed}) as is_waiting,
    page.transaction_id::text, page.number, service_id, type, at, columns, old_status, new_status, reason, left_endpoint,
    moderation, moderation_reason
  from change_feed left join page on true
  order by page.transaction_id, page.number`;

const toEntry = (row: LogRow): LogEntry => ({
  position: { transaction: BigInt(row.transaction_id ?? 0), number: BigInt(row.number ?? 0) },
  serviceId: row.service_id,
  type: row.type,
  at: row.at,
  columns: row.columns ?? [],
  status:
    row.old_status && row.new_status ? { from: row.old_status, to: row.new_status, reason: row.reason } : undefined,
  leftEndpoint: row.left_endpoint,
  moderation: row.moderation ? { state: row.moderation, reason: row.moderation_reason } : undefined,
});

/**
 * Returns all entries after a position in the log, however commits interleave. Returns undefined if entries after that
 * position have been pruned; the follower must then start over.
 */
export async function readLog(
  database: Pick<Database, 'query'>,
  after: Position,
  limit: number,
): Promise<LogPage | undefined> {
  const { rows } = await database.query<LogRow>({
    name: 'read-log',
    text: page,
    values: [String(after.transaction), String(after.number), limit],
  });
  if (rows[0]?.is_lost) return undefined;
  const entries = rows.filter((row) => row.number !== null).map(toEntry);
  return {
    entries,
    position: entries.at(-1)?.position ?? after,
    isFull: entries.length === limit,
    isWaiting: rows[0]?.is_waiting ?? false,
  };
}

/** Returns the end of the log: a reader that starts there sees every change that the catalog does not show yet. */
export async function findLogEnd(database: Pick<Database, 'query'>): Promise<Position> {
  const { rows } = await database.query<{ transaction: string; number: string }>(
    `select transaction_id::text as transaction, number from (
        (select transaction_id, number from changes where ${isConfirmed} order by transaction_id desc, number desc limit 1)
        union all select forgotten_transaction, forgotten_number from change_feed
      ) as ends order by transaction_id desc, number desc limit 1`,
  );
  const [row] = rows;
  return { transaction: BigInt(row?.transaction ?? 0), number: BigInt(row?.number ?? 0) };
}
