import { chainOf, detailsOf, endpointHost, type Registration, type ServiceDetail } from '@shirube/contracts';
import { operatorAccount } from '../accounts/accounts.js';
import { titleCase } from '../categories/categoryLabels.js';
import type { Database } from '../database.js';
import { endpointDigest } from './endpointDigest.js';
import { newService } from './newService.js';

/** Registers many services for the operator, all or none. */
export async function importServices(
  database: Database,
  registrations: readonly Registration[],
): Promise<ServiceDetail[]> {
  const services = registrations.map(newService);
  await storeServices(
    database,
    services.map((service) => toBatchRecord(service)),
  );
  return services;
}

/** Columns of the JSON records that `toBatchRecord` makes, for json_to_recordset. */
export const batchColumns = `id uuid, account_id uuid, name text, description text, endpoint text, endpoint_key text, endpoint_host text, category text, label text,
  currency text, price_per_request text, free_quota bigint, payment_address text, network text, chain text,
  created_at timestamptz, details json`;

/** Stores the rows of `rows` (with the columns of a batch), and any new categories. */
export const insertBatch = (rows: string) => `
  new_categories as (
    insert into categories (id, label) select distinct category, label from ${rows} order by category
    on conflict (id) do nothing
  ), stored as (
    insert into services (id, account_id, name, description, endpoint, endpoint_key, endpoint_host, category, currency, price_per_request,
      free_quota, payment_address, network, chain, created_at, updated_at, details)
    select id, account_id, name, description, endpoint, endpoint_key, endpoint_host, category, currency, price_per_request, free_quota,
      payment_address, network, chain, created_at, created_at, details
    from ${rows}
    -- Only what was stored before, when the answer to that was lost.
    on conflict (id) do nothing
    returning id
  )`;

export type BatchRecord = ReturnType<typeof toBatchRecord>;

/** Converts a service of an account to a batch record. */
export function toBatchRecord(service: Omit<ServiceDetail, 'supportedChains'>, accountId = operatorAccount) {
  return {
    id: service.id,
    account_id: accountId,
    name: service.name,
    description: service.description,
    endpoint: service.endpoint,
    endpoint_key: endpointDigest(service.endpoint),
    endpoint_host: endpointHost(service.endpoint),
    category: service.category,
    label: titleCase(service.category),
    currency: service.pricing.currency,
    price_per_request: service.pricing.pricePerRequest,
    free_quota: service.pricing.freeQuota,
    payment_address: service.x402Config.paymentAddress,
    network: service.x402Config.network,
    chain: chainOf(service.x402Config.network),
    created_at: service.createdAt,
    details: detailsOf(service),
  };
}

const insertAll = `
  with batch as (select * from json_to_recordset($1) as batch (${batchColumns})), ${insertBatch('batch')}
  select count(*) from stored`;

/** Stores new services in one statement, which also appends to the log, all or none. */
export async function storeServices(database: Pick<Database, 'query'>, records: readonly BatchRecord[]): Promise<void> {
  await database.query({ name: 'store-services', text: insertAll, values: [JSON.stringify(records)] });
}
