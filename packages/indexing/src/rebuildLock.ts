import type { Database } from '@shirube/catalog';

/** Another process rebuilds the index of this node at this moment. */
export class RebuildUnderWay extends Error {
  override name = 'RebuildUnderWay';
  constructor() {
    super('the index is being rebuilt already');
  }
}

// Any number will do, as long as every process asks for the same one.
const advisoryLock = 7_402_103;

/** Runs `work` while nobody else rebuilds the node; rejects with RebuildUnderWay otherwise. A process that dies lets go. */
export async function withRebuildLock<T>(database: Database, node: string, work: () => Promise<T>): Promise<T> {
  const client = await database.connect();
  // A connection that breaks loses the lock; the rebuild then fails at its next statement or at the hold.
  client.on('error', () => {});
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [advisoryLock, node],
    );
    if (!rows[0]?.locked) throw new RebuildUnderWay();
    return await work();
  } finally {
    // The lock belongs to the session, and ends with it.
    client.release(true);
  }
}
