import type { Database } from '@shirube/catalog';

/** Thrown when another process is rebuilding the index of this node. */
export class RebuildUnderWay extends Error {
  override name = 'RebuildUnderWay';
  constructor() {
    super('the index is already being rebuilt');
  }
}

// Any number will do, as long as every process uses the same one.
const advisoryLock = 7_402_103;

/**
 * Runs `work` while no other process rebuilds the node; otherwise rejects with RebuildUnderWay. The lock of a process
 * that dies is released.
 */
export async function withRebuildLock<T>(database: Database, node: string, work: () => Promise<T>): Promise<T> {
  const client = await database.connect();
  // A broken connection loses the lock; the rebuild then fails at its next statement or when it pauses indexing.
  client.on('error', () => {});
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [advisoryLock, node],
    );
    if (!rows[0]?.locked) throw new RebuildUnderWay();
    return await work();
  } finally {
    // Postgres ends the session, and with it the lock, a moment later: too late for a rebuild that follows at once.
    await client.query('select pg_advisory_unlock_all()').catch(() => {});
    client.release(true);
  }
}
