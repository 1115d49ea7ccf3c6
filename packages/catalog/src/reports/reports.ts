import { isServiceId, type Report, type ReportRequest } from '@shirube/contracts';
import type { Database } from '../database.js';
import { isVisible } from '../services/serviceRow.js';

/**
 * The maximum number of open reports per service. More would tell the operator nothing new, and could fill the disk.
 */
const mostOpen = 20;

/**
 * Stores a visitor's report of a service for the operator. Returns whether there is such a service. A report is dropped
 * if the service has too many open ones, or one with the same text.
 */
export async function addReport(
  database: Database,
  serviceId: string,
  { reason, comment = '' }: ReportRequest,
): Promise<boolean> {
  if (!isServiceId(serviceId)) return false;
  const { rows } = await database.query(
    `with service as (select id from services where id = $1 and ${isVisible} for key share), added as (
        insert into reports (service_id, reason, comment) select id, $2, $3 from service
        where (select count(*) from reports where service_id = $1 and resolved_at is null) < $4
          and not exists (select from reports
            where service_id = $1 and reason = $2 and comment = $3 and resolved_at is null)
      )
      select from service`,
    [serviceId, reason, comment.trim(), mostOpen],
  );
  return rows.length > 0;
}

/** Returns the open reports, oldest first. */
export async function listReports(database: Pick<Database, 'query'>, limit = 100): Promise<Report[]> {
  const { rows } = await database.query<Report>(
    `select reports.id, service_id as "serviceId", services.name as "serviceName", reason, comment,
        iso_time(reports.created_at) as "createdAt"
      from reports join services on services.id = service_id
      where resolved_at is null order by reports.created_at, reports.id limit $1`,
    [limit],
  );
  return rows;
}

/** Marks a report as resolved. Returns whether there was such an open report. */
export async function resolveReport(database: Pick<Database, 'query'>, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'update reports set resolved_at = now() where id::text = lower($1) and resolved_at is null',
    [id],
  );
  return rowCount === 1;
}
