import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';

/** The service of another account that has had that endpoint first, if there is one. */
export async function findDuplicated(
  database: Database,
  endpoint: string,
  accountId: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ service_id: string }>({
    name: 'find-duplicated',
    text: 'select service_id from endpoint_claims where endpoint_key = $1 and account_id <> $2',
    values: [endpointDigest(endpoint), accountId],
  });
  return rows[0]?.service_id;
}
