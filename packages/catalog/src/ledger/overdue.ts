import type { Database } from '../database.js';

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
