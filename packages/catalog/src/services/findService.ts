import { isServiceId, type ServiceDetail, type StatusRecord } from '@shirube/contracts';
import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { isVisible, type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/**
 * Creates a function that returns the public service with an id; undefined if there is none. Concurrent calls share one
 * statement.
 */
export function createServiceFinder(database: Database): (id: string) => Promise<ServiceDetail | undefined> {
  const find = coalesce(async (ids: readonly string[]) => {
    const { rows } = await database.query<ServiceRow>({
      name: 'find-services',
      text: `select ${serviceColumns} from services where id = any($1) and ${isVisible}`,
      values: [ids],
    });
    const services = new Map(rows.map((row) => [row.id, toService(row)]));
    return ids.map((id) => services.get(id));
  });
  // A malformed id is simply not found.
  return async (id) => (isServiceId(id) ? find(id.toLowerCase()) : undefined);
}

/** Returns the service with this id, even a hidden one, for its owner and for operators; undefined if there is none. */
export async function findService(database: Pick<Database, 'query'>, id: string): Promise<ServiceDetail | undefined> {
  if (!isServiceId(id)) return undefined;
  const { rows } = await database.query<ServiceRow>(`select ${serviceColumns} from services where id = $1`, [id]);
  return rows[0] && toService(rows[0]);
}

/** Returns the status record of a service, that of a hidden one only on request; undefined if there is none. */
export async function findStatus(
  database: Pick<Database, 'query'>,
  id: string,
  { hidden = false } = {},
): Promise<StatusRecord | undefined> {
  if (!isServiceId(id)) return undefined;
  const { rows } = await database.query<StatusRecord>({
    name: 'find-status',
    text: `select id, trust_score as "trustScore", status, uptime_score::float8 as "uptimeScore",
        iso_time(last_checked) as "lastChecked", tx_count::float8 as "txCount",
        total_revenue::float8 as "totalRevenue"
      from services where id = $1 and ($2 or ${isVisible})`,
    values: [id, hidden],
  });
  return rows[0];
}
