import type { Database } from '../database.js';

export interface LedgerStatus {
  /** Services that the index does not know yet, apart from those set aside. */
  pending: number;
  oldestSeconds: number;
  /** Services that the engine refuses. */
  failed: number;
}

/** How far the index of a node is behind the catalog. */
export async function ledgerStatus(database: Database, node: string): Promise<LedgerStatus> {
  const { rows } = await database.query<{ pending: string; oldest: string | null; failed: string }>(
    `select count(*) filter (where failed_at is null) as pending,
        extract(epoch from clock_timestamp() - min(since) filter (where failed_at is null)) as oldest,
        count(*) filter (where failed_at is not null) as failed
      from pending_index where node = $1`,
    [node],
  );
  const row = rows[0];
  return {
    pending: Number(row?.pending ?? 0),
    oldestSeconds: Number(row?.oldest ?? 0),
    failed: Number(row?.failed ?? 0),
  };
}

export interface FailedService {
  id: string;
  name: string | null;
  /** The search node that refuses it. */
  node: string;
  revision: number;
  failedAt: string;
  reason: string;
}

/** The services that were set aside, by any node, newest first, with the engine's reason. */
export async function listFailed(database: Database, limit = 100): Promise<FailedService[]> {
  const { rows } = await database.query<{
    service_id: string;
    name: string | null;
    node: string;
    revision: string;
    failed_at: Date;
    reason: string;
  }>(
    `select service_id, services.name, node, pending_index.revision, failed_at, reason
      from pending_index left join services on services.id = service_id
      where failed_at is not null order by failed_at desc, service_id, node limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    id: row.service_id,
    name: row.name,
    node: row.node,
    revision: Number(row.revision),
    failedAt: row.failed_at.toISOString(),
    reason: row.reason,
  }));
}

/** Gives the services that were set aside by any node (all, or those of `ids`) another chance; returns their ids. */
export async function retryFailed(database: Database, ids?: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ service_id: string }>(
    `update pending_index set failed_at = null, reason = null
      where failed_at is not null and ($1::uuid[] is null or service_id = any($1))
      returning service_id`,
    [ids ?? null],
  );
  return [...new Set(rows.map((row) => row.service_id))];
}

/** Puts services back into the node's ledger at the revision the catalog holds, or as gone: what repairs drift. */
export async function markPending(database: Database, node: string, ids: readonly string[]): Promise<void> {
  await database.query(
    `insert into pending_index (node, service_id, revision)
      select $2, id, coalesce(services.revision, 0) from unnest($1::uuid[]) as wanted (id) left join services using (id)
      on conflict (node, service_id) do nothing`,
    [ids, node],
  );
}

/** Which of the services are in the node's ledger: about to be indexed, or set aside. */
export async function findPending(
  database: Database,
  node: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await database.query<{ service_id: string }>(
    'select service_id from pending_index where node = $1 and service_id = any($2::uuid[])',
    [node, ids],
  );
  return new Set(rows.map((row) => row.service_id));
}

/**
 * Ids that have been pending for the node for longer than `seconds` and that nobody works on, oldest first: jobs that
 * were lost, or never enqueued.
 */
export async function findOverdue(
  database: Database,
  node: string,
  seconds: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await database.query<{ service_id: string }>({
    name: 'find-overdue',
    text: `select service_id from pending_index
      where node = $3 and since < now() - make_interval(secs => $1) and failed_at is null
        and (claimed_until is null or claimed_until < now())
      order by since limit $2`,
    values: [seconds, limit, node],
  });
  return rows.map((row) => row.service_id);
}
