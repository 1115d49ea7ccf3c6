import type { ServiceDetail, ServiceStatus } from '@shirube/contracts';
import type { Database } from '../database.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** Returns the latest registered services, newest first, and the total number that match the filters. */
export async function listNewest(
  database: Database,
  {
    categories,
    chains,
    minTrust,
    minUptime,
    status,
    accountId,
    text,
    limit,
  }: {
    /** Matches any of these. */
    categories?: readonly string[] | undefined;
    /** Canonical names; matches any of these. */
    chains?: readonly string[] | undefined;
    minTrust?: number | undefined;
    minUptime?: number | undefined;
    status?: ServiceStatus | undefined;
    accountId?: string | undefined;
    /** Part of the name, description, endpoint or payment address, case-insensitive. */
    text?: string | undefined;
    limit: number;
  },
): Promise<{ services: ServiceDetail[]; total: number }> {
  const fits = `($1::text[] is null or category = any ($1)) and ($2::text is null or status = $2)
    and ($3::uuid is null or account_id = $3) and ($4::text is null
      or strpos(lower(concat_ws(e'\n', name, description, endpoint, payment_address)), lower($4)) > 0)
    and ($5::text[] is null or chain = any ($5)) and trust_score >= $6 and uptime_score >= $7`;
  const filters = [
    ...[categories ?? null, status ?? null, accountId ?? null, text ?? null],
    ...[chains ?? null, minTrust ?? 0, minUptime ?? 0],
  ];
  const [{ rows }, { rows: counts }] = await Promise.all([
    database.query<ServiceRow>(
      `select ${serviceColumns} from services where ${fits} order by created_at desc, id desc limit $8`,
      [...filters, limit],
    ),
    database.query<{ count: string }>(`select count(*) from services where ${fits}`, filters),
  ]);
  return { services: rows.map(toService), total: Number(counts[0]?.count ?? 0) };
}
