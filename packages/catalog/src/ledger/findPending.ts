import type { Database } from '../database.js';

/** Which of the services are in the ledger: about to be indexed, or set aside. */
export async function findPending(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ service_id: string }>(
    'select service_id from pending_index where service_id = any($1::uuid[])',
    [ids],
  );
  return new Set(rows.map((row) => row.service_id));
}
