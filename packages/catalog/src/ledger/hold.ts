import type { Database } from '../database.js';

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
