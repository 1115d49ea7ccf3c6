import type { Database } from '../database.js';

/** Lets nobody claim anything for the next `seconds`. Once this resolves, every earlier claim is visible to all. */
export async function holdIndexing(database: Database, seconds: number): Promise<void> {
  await database.query('update index_hold set held_until = clock_timestamp() + make_interval(secs => $1)', [
    seconds,
  ]);
}

/** Ends the hold before its time. */
export async function resumeIndexing(database: Database): Promise<void> {
  await database.query("update index_hold set held_until = '-infinity'");
}

/** How many services are being indexed at this moment, by any indexer. */
export async function countClaims(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'select count(*) from pending_index where claimed_until > now()',
  );
  return Number(rows[0]?.count ?? 0);
}
