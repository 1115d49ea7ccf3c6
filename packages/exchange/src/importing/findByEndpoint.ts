import type { Database } from '@shirube/catalog';

/** Returns the names of the services that are registered at these endpoints, by endpoint. */
export async function findByEndpoint(
  database: Database,
  endpoints: readonly string[],
): Promise<{ endpoint: string; name: string }[]> {
  const { rows } = await database.query<{ endpoint: string; name: string }>(
    'select endpoint, name from services where endpoint = any($1)',
    [endpoints],
  );
  return rows;
}
