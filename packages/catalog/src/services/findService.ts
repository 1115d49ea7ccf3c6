import { isServiceId, type ServiceDetail, type StatusRecord } from '@shirube/contracts';
import { coalesce } from '../coalesce.js';
import { type Database, isoTime } from '../database.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** Makes the function that finds the service of an id, or undefined; several that are asked for together are one statement. */
export function createServiceFinder(database: Database): (id: string) => Promise<ServiceDetail | undefined> {
  const find = coalesce(async (ids: readonly string[]) => {
    const { rows } = await database.query<ServiceRow>({
      name: 'find-services',
      text: `select ${serviceColumns} from services where id = any($1)`,
      values: [ids],
    });
    const services = new Map(rows.map((row) => [row.id, toService(row)]));
    return ids.map((id) => services.get(id));
  });
  // Anything that is not an id is simply not found.
  return async (id) => (isServiceId(id) ? find(id.toLowerCase()) : undefined);
}

/** The service of that id, or undefined. */
export function findService(database: Database, id: string): Promise<ServiceDetail | undefined> {
  return createServiceFinder(database)(id);
}

/** The status record of that service, or undefined. */
export async function findStatus(database: Database, id: string): Promise<StatusRecord | undefined> {
  if (!isServiceId(id)) return undefined;
  const { rows } = await database.query<StatusRecord>({
    name: 'find-status',
    text: `select id, trust_score as "trustScore", status, uptime_score::float8 as "uptimeScore",
        ${isoTime('last_checked')} as "lastChecked", tx_count::float8 as "txCount",
        total_revenue::float8 as "totalRevenue"
      from services where id = $1`,
    values: [id],
  });
  return rows[0];
}
