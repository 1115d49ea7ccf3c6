import type { Database } from '../database.js';

/** SQL: locks services for a statement that changes many of them, always in the same order, to avoid deadlocks. */
export const inIdOrder = (condition: string): string =>
  `select id from services where ${condition} order by id for update`;

/**
 * Locks services in a statement of its own, so that the next one sees what others have committed meanwhile, also in
 * other tables.
 */
export async function lockServices(client: Pick<Database, 'query'>, ids: readonly string[]): Promise<void> {
  await client.query({ name: 'lock-services', text: inIdOrder('id = any ($1::uuid[])'), values: [ids] });
}
