import type { Database } from '../database.js';

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
