import { isServiceId, type ServiceHistory, type ServiceStatus, type StatusReason } from '@shirube/contracts';
import type { Database } from '../database.js';

/** What clients call the columns. */
const fields: Record<string, string> = {
  currency: 'pricing.currency',
  price_per_request: 'pricing.pricePerRequest',
  free_quota: 'pricing.freeQuota',
  payment_address: 'x402Config.paymentAddress',
  network: 'x402Config.network',
  trust_score: 'trustScore',
};

/** What happened to a service, as far as it is remembered, the latest first. */
export async function listServiceHistory(
  database: Database,
  id: string,
  limit = 100,
): Promise<ServiceHistory> {
  if (!isServiceId(id)) return [];
  const { rows } = await database.query<{
    type: ServiceHistory[number]['type'];
    at: Date;
    columns: string[] | null;
    new_status: ServiceStatus | null;
    reason: StatusReason | null;
  }>({
    name: 'service-history',
    text: `select type, at, columns, new_status, reason from changes where service_id = $1
      order by transaction_id desc, number desc limit $2`,
    values: [id, limit],
  });
  return rows.map(({ type, at, columns, new_status: status, reason }) => ({
    type,
    at: at.toISOString(),
    fields: (columns ?? []).map((column) => fields[column] ?? column),
    ...(status === null ? {} : { status }),
    ...(reason === null ? {} : { reason }),
  }));
}
