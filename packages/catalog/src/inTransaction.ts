import type pg from 'pg';
import type { Database } from './database.js';

/** Runs `work` in one transaction, which is rolled back if the work fails. */
export async function inTransaction<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Destroying the connection rolls back the transaction, whatever state it is in.
    client.release(true);
    throw error;
  }
}
