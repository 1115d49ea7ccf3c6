import { isServiceId, type ServiceDetail, type ServiceStatus, type StatusRecord } from '@shirube/contracts';
import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
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

interface StatusRow {
  id: string;
  trust_score: number;
  status: ServiceStatus;
  uptime_score: string;
  last_checked: Date | null;
  tx_count: string;
  total_revenue: string;
}

/** The status record of that service, or undefined. */
export async function findStatus(database: Database, id: string): Promise<StatusRecord | undefined> {
  if (!isServiceId(id)) return undefined;
  const { rows } = await database.query<StatusRow>({
    name: 'find-status',
    text: `select id, trust_score, status, uptime_score, last_checked, tx_count, total_revenue
      from services where id = $1`,
    values: [id],
  });
  const row = rows[0];
  if (!row) return undefined;
  return {
    id: row.id,
    trustScore: row.trust_score,
    status: row.status,
    uptimeScore: Number(row.uptime_score),
    lastChecked: row.last_checked?.toISOString() ?? null,
    txCount: Number(row.tx_count),
    totalRevenue: Number(row.total_revenue),
  };
}
