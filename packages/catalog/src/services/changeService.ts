import { isServiceId, type ServiceStatus } from '@shirube/contracts';
import type { Database } from '../database.js';
import { scheduleChecks } from './scheduleChecks.js';

/** What an operator may set on a service. */
interface ServiceChange {
  status?: ServiceStatus | undefined;
  trustScore?: number | undefined;
}

/**
 * Sets status or trust for an operator. They hold, whatever checks show, until they are released. Returns false if
 * there is no such service.
 */
export async function changeService(
  database: Pick<Database, 'query'>,
  id: string,
  change: ServiceChange,
): Promise<boolean> {
  if (!isServiceId(id)) return false;
  await scheduleChecks(database, [id]);
  const { rowCount } = await database.query(
    `with changed as (
        update services set status = coalesce($2, status), trust_score = coalesce($3, trust_score),
          status_reason = case when $2 is null then status_reason else 'operator' end
        where id = $1 returning id
      )
      update monitoring set status_held = status_held or $2 is not null, trust_held = trust_held or $3 is not null
      from changed where service_id = changed.id`,
    [id, change.status ?? null, change.trustScore ?? null],
  );
  return rowCount === 1;
}

export interface CheckResult {
  uptimeScore: number;
  lastChecked: Date;
  txCount: number;
  totalRevenue: string;
}

/** Records the result of a check. */
export async function recordCheck(database: Database, id: string, check: CheckResult): Promise<boolean> {
  if (!isServiceId(id)) return false;
  const { rowCount } = await database.query(
    `update services set uptime_score = $2, last_checked = $3, tx_count = $4, total_revenue = $5 where id = $1`,
    [id, check.uptimeScore, check.lastChecked, check.txCount, check.totalRevenue],
  );
  return rowCount === 1;
}
