import type { ServiceDetail, ServiceStatus } from '@shirube/contracts';
import type { Database } from '../database.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** The services that were registered last, newest first, and how many fit the filters in all. */
export async function listNewest(
  database: Database,
  {
    category,
    status,
    accountId,
    text,
    limit,
  }: {
    category?: string | undefined;
    status?: ServiceStatus | undefined;
    accountId?: string | undefined;
    /** Part of the name, description, endpoint or payment address, in any case. */
    text?: string | undefined;
    limit: number;
  },
): Promise<{ services: ServiceDetail[]; total: number }> {
  const fits = `($1::text is null or category = $1) and ($2::text is null or status = $2)
    and ($3::uuid is null or account_id = $3) and ($4::text is null
      or strpos(lower(concat_ws(e'\n', name, description, endpoint, payment_address)), lower($4)) > 0)`;
  const filters = [category ?? null, status ?? null, accountId ?? null, text ?? null];
  const [{ rows }, { rows: counts }] = await Promise.all([
    database.query<ServiceRow>(
      `select ${serviceColumns} from services where ${fits} order by created_at desc, id desc limit $5`,
      [...filters, limit],
    ),
    database.query<{ count: string }>(`select count(*) from services where ${fits}`, filters),
  ]);
  return { services: rows.map(toService), total: Number(counts[0]?.count ?? 0) };
}
