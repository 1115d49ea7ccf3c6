import { canonicalChain, type FullService } from '@shirube/contracts';
import { operatorAccount } from '../accounts/accounts.js';
import { titleCase } from '../categories/titleCase.js';
import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';
import type { ImportedLines } from './importLines.js';

const columns = `id, account_id, name, description, endpoint, endpoint_key, category, currency, price_per_request,
  free_quota, payment_address, network, chain, trust_score, status, uptime_score, last_checked, tx_count,
  total_revenue, created_at, updated_at`;

const importAll = `
  with batch as (
    select * from json_to_recordset($1) as batch (id uuid, account_id uuid, name text, description text,
      endpoint text, endpoint_key text, category text, label text, currency text, price_per_request text,
      free_quota bigint, payment_address text, network text, chain text, trust_score integer, status text,
      uptime_score numeric, last_checked timestamptz, tx_count bigint, total_revenue numeric,
      created_at timestamptz, updated_at timestamptz)
  ), gone as (
    select id from batch
    where not $2 and not exists (select from services where services.id = batch.id)
      and exists (select from changes where service_id = batch.id and type = 'deleted')
  ), new_categories as (
    insert into categories (id, label) select distinct category, label from batch order by category
    on conflict (id) do nothing
  ), stored as (
    insert into services (${columns})
    select ${columns} from batch where id not in (select id from gone) order by id
    on conflict (id) do nothing
    returning id
  )
  select array(select id from stored order by id) as ids, (select count(*) from gone) as removed`;

/**
 * Stores services of a full export under the ids that they have, with all that is known of them: all of them or none.
 * Those that are there are left as they are, and those that were removed here stay so, unless `restore` asks for them.
 */
export async function importFull(
  database: Database,
  services: readonly FullService[],
  { restore, accountId = operatorAccount }: { restore: boolean; accountId?: string | undefined },
): Promise<ImportedLines> {
  const records = services.map((service) => ({
    id: service.id,
    account_id: accountId,
    name: service.name,
    description: service.description,
    endpoint: service.endpoint,
    endpoint_key: endpointDigest(service.endpoint),
    category: service.category,
    label: titleCase(service.category),
    currency: service.pricing.currency,
    price_per_request: service.pricing.pricePerRequest,
    free_quota: service.pricing.freeQuota,
    payment_address: service.x402Config.paymentAddress,
    network: service.x402Config.network,
    chain: canonicalChain(service.x402Config.network) ?? service.x402Config.network,
    trust_score: service.trustScore,
    status: service.status,
    uptime_score: service.uptimeScore,
    last_checked: service.lastChecked,
    tx_count: service.txCount,
    total_revenue: service.totalRevenue,
    created_at: service.createdAt,
    updated_at: service.updatedAt,
  }));
  const { rows } = await database.query<{ ids: string[]; removed: string }>(importAll, [
    JSON.stringify(records),
    restore,
  ]);
  return { ids: rows[0]?.ids ?? [], removed: Number(rows[0]?.removed ?? 0) };
}
